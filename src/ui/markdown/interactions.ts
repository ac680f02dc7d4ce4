/** Called before a link or remote picture opens. `url` has passed the link rules. */
export type OnLink = (url: string, event: MouseEvent) => void

const copiedFor = 2000

/**
 * One listener for every link, picture button and copy button in a container.
 * `codeOf` gives the source of a code block. Returns the way to stop.
 */
export function listenForPresses(
  container: HTMLElement,
  codeOf: (block: Element) => string | undefined,
  onLink: OnLink | undefined,
): () => void {
  const press = (event: MouseEvent) => {
    const { target } = event
    if (event.button > 1 || !(target instanceof Element)) return
    const copy = target.closest('button.md-copy')
    const block = copy?.closest('.md-code')
    if (copy && block) {
      copyCode(copy, codeOf(block) ?? '')
      return
    }
    const link = target.closest('a[href]')
    if (link instanceof HTMLAnchorElement) {
      onLink?.(link.href, event)
      return
    }
    const url = target.closest('button.md-image')?.getAttribute('data-url')
    if (!url) return
    onLink?.(url, event)
    if (!event.defaultPrevented) window.open(url, '_blank', 'noopener,noreferrer')
  }
  // A middle press opens a link too, so it is asked about too.
  container.addEventListener('click', press)
  container.addEventListener('auxclick', press)
  return () => {
    container.removeEventListener('click', press)
    container.removeEventListener('auxclick', press)
  }
}

function copyCode(button: Element, source: string): void {
  const say = (words: string) => {
    button.textContent = words
    setTimeout(() => (button.textContent = 'Copy'), copiedFor)
  }
  navigator.clipboard.writeText(source).then(
    () => say('Copied'),
    () => say('Not copied'),
  )
}
