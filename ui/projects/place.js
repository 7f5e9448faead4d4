// A press on the menu's entry for the page that is shown already: Streamlit draws that as it is, with its address.
let presses = 0;

export default function ({ setTriggerValue }) {
    const page = (address) => address.split(/[?#]/)[0];
    const look = (event) => {
        const link = event.target.closest("[data-testid=stSidebarNav] a");
        if (link && page(link.href) === page(location.href)) setTriggerValue("press", (presses += 1));
    };
    document.addEventListener("click", look);
    return () => document.removeEventListener("click", look);
}
