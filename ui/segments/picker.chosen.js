// Tells the list of segments which one is chosen.
export default function ({ data }) {
    document.documentElement.dataset.segment = data.number;
    document.dispatchEvent(new Event("bleuscope:segment"));
}
