// @ts-check
/** The floor: the texts of the long conversation in plain elements, with a text field. */
import { longConversation } from './long-conversation.mjs'

/** Serves it at /plain of every origin. @param {import('playwright').BrowserContext} context */
export async function servePlainPage(context) {
  const texts = longConversation().messages.map((record) =>
    'message' in record
      ? record.message.content
      : (record.versions[0]?.answer.choices[0]?.content ?? ''),
  )
  await context.route('**/plain.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const texts = ${JSON.stringify(texts)}
const scroller = document.querySelector('#scroller')
for (const text of texts) { const p = document.createElement('p'); p.textContent = text; scroller.append(p) }
scroller.scrollTop = scroller.scrollHeight`,
    }),
  )
  await context.route('**/plain', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Plain</title><link rel="stylesheet" href="/plain.css">
<div id="scroller"></div><textarea aria-label="Message"></textarea><script type="module" src="/plain.js"></script>`,
    }),
  )
  await context.route('**/plain.css', (route) =>
    route.fulfill({
      contentType: 'text/css',
      body: '#scroller { height: 700px; overflow-y: auto } p { max-width: 72ch; white-space: pre-wrap }',
    }),
  )
}
