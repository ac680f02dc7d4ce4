import { EditorView } from '@codemirror/view'

/**
 * Typing over a selection, done by the editor itself. Left to the browser, it would wrap the new
 * text in an element with the style of the old one, which the page's policy refuses and reports.
 */
export const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event
    const { main } = view.state.selection
    if (inputType !== 'insertText' || data === null || main.empty || isComposing) return false
    event.preventDefault()
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      })
    // Such as the one that puts quotes around what is selected.
    const takers = view.state.facet(EditorView.inputHandler)
    if (!takers.some((take) => take(view, main.from, main.to, data, insert)))
      view.dispatch(insert())
    return true
  },
})
