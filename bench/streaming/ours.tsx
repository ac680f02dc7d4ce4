import { createRoot } from 'react-dom/client'

import type { TextSource } from '../../src/ui/markdown/view/block-stream.ts'
import { StreamingMarkdown } from '../../src/ui/markdown/view/markdown.tsx'

/** Shows a stream as the page does. */
export function showOurs(stream: TextSource, into: HTMLElement): void {
  createRoot(into).render(<StreamingMarkdown source={stream} />)
}
