import type { Approval } from './approval-tokens.ts'

/** The page that asks a person whether the app may contact an API origin. */
export function approvalPage({ origin, returnTo }: Approval, token: string): string {
  return page(
    'Allow this origin?',
    `<p>Vendor Playground wants to send requests from your browser to this origin:</p>
<p class="origin">${escaped(origin)}</p>
<p>It can then receive what you send from the app: messages, files, and the API key you enter for it.
Allow it only if you chose it yourself.</p>
<form method="post" action="/local/allow-origin">
<input type="hidden" name="token" value="${escaped(token)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="cancel">Cancel</button>
</form>
<p class="back">Either way, you return to <code>${escaped(returnTo)}</code>.</p>`,
  )
}

/** The page that says why a request to allow an origin was refused. */
export function refusalPage(message: string): string {
  return page('Not allowed', `<p>${escaped(message)}</p>\n<p><a href="/">Back to the app</a></p>`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/local/approval.css">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The style of both pages. */
export const APPROVAL_CSS = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 2rem 1rem; }
main { max-width: 34rem; margin: 0 auto; }
h1 { font-size: 1.375rem; }
.origin { padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.5rem; font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere; }
form { display: flex; gap: 0.75rem; margin: 1.5rem 0; }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid; border-radius: 0.5rem; font: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
.back { font-size: 0.875rem; }
`
