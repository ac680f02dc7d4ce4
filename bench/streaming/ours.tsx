import { createRoot } from 'react-dom/client'

import { StreamingMarkdown } from '../../src/ui/markdown/view/markdown.tsx'
import type { TextSource } from '../../src/ui/markdown/view/text-source.ts'

/** Shows a stream as the page does. */
export function showOurs(stream: TextSource, into: HTMLElement): void {
  createRoot(into).render(<StreamingMarkdown source={stream} />)
}
