import { prerender } from 'react-dom/static'

import { Layout } from '../layout.tsx'
import { areas } from '../lazy.ts'

/**
 * The empty chat as HTML, drawn at build by `scripts/prerender-shell.mjs`: what a browser shows until the app is there.
 * Everything but the message is inert.
 */
export async function drawShell(): Promise<string> {
  await areas[0].page.preload()
  const { prelude } = await prerender(<Layout />, { progressiveChunkSize: Infinity })
  const html = await new Response(prelude).text()
  return html
    .replace(/<!--.*?-->/g, '')
    .replace(/<(button|a|input|textarea(?=[^>]*System))\b/g, '<$1 inert')
}
