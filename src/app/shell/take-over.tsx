import { flushSync } from 'react-dom'
import type { Root } from 'react-dom/client'

import { chat } from '../../page/chat.ts'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { Layout } from '../layout.tsx'
import { preloadArea } from '../routes.tsx'
import { NewChatButton } from '../top-bar.tsx'

/** The message in the shell that index.html brings, and in the app that takes its place. */
const MESSAGE = 'textarea[aria-label="Message"]'

/**
 * Draws the app. Where index.html has the shell of an empty chat, the app takes its place in one step, once all that the shell shows is
 * there: what was typed into its message is kept, with the place of the cursor.
 */
export async function takeOver(container: HTMLElement, root: Root): Promise<void> {
  const shell = container.querySelector<HTMLTextAreaElement>(MESSAGE)
  if (shell !== null) {
    await Promise.all([preloadArea(), NewChatButton.preload()])
    await whenComposed()
    const { value } = shell
    if (value !== '') chat.draft.setState({ text: value })
  }
  const isFocused = shell !== null && document.activeElement === shell
  flushSync(() =>
    root.render(
      <ErrorBoundary>
        <Layout />
      </ErrorBoundary>,
    ),
  )
  if (!isFocused) return
  const message = container.querySelector<HTMLTextAreaElement>(MESSAGE)
  message?.focus({ preventScroll: true })
  message?.setSelectionRange(shell.selectionStart, shell.selectionEnd)
}

/** Resolves when no word is being put together by an input method, which would lose it with its field. */
async function whenComposed(): Promise<void> {
  // `before-app.ts` has it up to date, also of a word that began before this code was there.
  if (!document.documentElement.hasAttribute('data-composing')) return
  await new Promise((resolve) => addEventListener('compositionend', resolve, { once: true }))
}
