import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'

import { Button } from '../../ui/controls/button.tsx'
import { ErrorNotice } from '../../ui/feedback/states.tsx'
import { areas } from '../area-links.tsx'
import { Layout } from '../layout.tsx'

/** The empty chat as HTML, drawn at build (`scripts/prerender-shell.mjs`). All but the message is inert. */
export async function drawShell(): Promise<string> {
  await areas[0].page.preload()
  return (await draw(<Layout />)).replace(
    /<(button|a|input|textarea(?=[^<>]*System))\b/g,
    '<$1 inert',
  )
}

/** The sentence of both pages for when the app can't be loaded: `before-app.ts` shows it. The app takes its place. */
export function drawFailure(): Promise<string> {
  return draw(
    <div id="not-loaded" hidden className="fixed inset-x-0 bottom-0 z-20 p-4">
      <div className="mx-auto max-w-md rounded-md bg-raised shadow-float">
        <ErrorNotice
          title="Couldn't load the app"
          actions={<Button variant="primary">Reload</Button>}
        >
          Check the network connection and that your browser is up to date.
        </ErrorNotice>
      </div>
    </div>,
  )
}

async function draw(node: ReactNode): Promise<string> {
  const { prelude } = await prerender(node, { progressiveChunkSize: Infinity })
  const html = await new Response(prelude).text()
  return html.replace(/<!--[^<>]*-->/g, '')
}
