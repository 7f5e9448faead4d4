// What keys are typed into: there they are nobody's shortcuts.
const TYPED_INTO =
    "input:not([type=range]), textarea, select, [role=slider], [role=grid], [role=combobox], [contenteditable]:not([contenteditable=false])";
