/** Puts the caret into the model picker, for an error whose next step is another model. */
export function focusModelPicker(): void {
  document.querySelector<HTMLInputElement>('input[role=combobox][aria-label=Model]')?.focus()
}
