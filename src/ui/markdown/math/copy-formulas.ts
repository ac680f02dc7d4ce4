/**
 * Puts the source of formulas and citation markers on the clipboard where a selection holds some,
 * because the words of a typeset formula are not the formula.
 */
export function copyWithFormulas(event: ClipboardEvent): void {
  const selection = getSelection()
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return
  const fragment = selection.getRangeAt(0).cloneContents()
  const marks = fragment.querySelectorAll('[data-source]')
  if (marks.length === 0) return
  for (const mark of marks) mark.replaceWith(mark.getAttribute('data-source') ?? '')
  // Only text that is laid out has line breaks, so it stands in the page for a moment.
  const stage = document.createElement('div')
  stage.className = 'md md-stage'
  stage.appendChild(fragment)
  document.body.appendChild(stage)
  event.clipboardData?.setData('text/plain', stage.innerText)
  stage.remove()
  event.preventDefault()
}
