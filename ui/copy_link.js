// Copies the address of the page. The browser has it; the server only names the version of the test set.
const SHOWN_MS = 6000;

function address(set) {
    const url = new URL(location.href);
    url.searchParams.set("set", set);
    return url.href;
}

// Without encryption browsers have no clipboard for scripts, but copy what is selected.
async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (!isCopied) throw new Error("not copied");
}

export default function ({ data, parentElement }) {
    let [button, said] = parentElement.querySelectorAll("button, [role=status]");
    if (!button) {
        button = document.createElement("button");
        button.type = "button";
        button.textContent = "Copy link";
        said = document.createElement("span");
        said.setAttribute("role", "status");
        parentElement.append(button, said);
    }
    button.title = data.says;
    button.onclick = async () => {
        const link = address(data.set);
        clearTimeout(button.timer);
        try {
            await copy(link);
            said.textContent = `Link copied. ${data.says}`;
        } catch {
            said.textContent = `Your browser does not allow copying. The link is ${link}`;
        }
        button.timer = setTimeout(() => (said.textContent = ""), SHOWN_MS);
    };
}
