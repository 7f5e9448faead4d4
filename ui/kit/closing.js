// Closes the menu where it covers the page, once another page is shown: Streamlit does so by itself on phones only. On a
// phone held sideways, where the menu takes a third of the little there is, it is closed from the start.
const COVERED = 768, LOW = 480, NARROW = 1000; // px

let shown;

export default function ({ data }) {
    const menu = document.querySelector("[data-testid=stSidebar]");
    const isOpen = menu?.getBoundingClientRect().right > 0;
    const isLow = innerHeight < LOW && innerWidth < NARROW;
    const isCovered = shown === undefined ? isLow : shown !== data.page && (isLow || innerWidth < COVERED);
    if (isOpen && isCovered)
        menu.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
    shown = data.page;
}
