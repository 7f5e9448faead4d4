// Closes the menu where it covers the page, once another page is shown. Streamlit does so by itself on phones only.
const COVERED = 768; // px

let shown;

export default function ({ data }) {
    const menu = document.querySelector("[data-testid=stSidebar]");
    const isOpen = menu?.getBoundingClientRect().right > 0;
    if (shown !== undefined && shown !== data.page && isOpen && innerWidth < COVERED)
        menu.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
    shown = data.page;
}
