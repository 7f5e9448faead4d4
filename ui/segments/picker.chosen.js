// Tells the list of segments which one is chosen, and which click was heard last.
export default function ({ data }) {
    Object.assign(document.documentElement.dataset, { segment: data.number, segmentHeard: data.heard });
    document.dispatchEvent(new Event("bleuscope:segment"));
}
