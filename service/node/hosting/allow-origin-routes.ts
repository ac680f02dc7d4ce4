import type { Hono } from 'hono'

import { type GuardRules, isOwnOrigin } from '../../app/auth/guard.ts'
import type { AppContext, AppEnvironment } from '../../app/http/app-environment.ts'
import { readBytes } from '../../app/http/body/read-body.ts'
import { respond, setHeaders } from '../../app/http/respond.ts'
import {
  type AllowedApiOrigins,
  type Approval,
  createApprovalTokens,
  readOrigin,
} from './allowed-api-origins.ts'
import { APPROVAL_POLICY } from './policy.ts'

const MAX_FORM_BYTES = 16_384
/** Origins that one question may be about. */
const MAX_ORIGINS = 12

/**
 * Lets a person, and no script, allow the app to contact other APIs, see which it may contact, and
 * take that back. The app's page cannot send
 * forms and cannot reach into this page (its own opener group, no frames); what counts as a click
 * on the button is a navigation that the browser says a user started.
 */
export function allowOriginRoutes(
  app: Hono<AppEnvironment>,
  rules: GuardRules,
  allowed: AllowedApiOrigins,
): void {
  const tokens = createApprovalTokens()

  app.get('/local/approval.css', (context) => {
    setHeaders(context, { 'Content-Type': 'text/css; charset=utf-8' })
    return respond(context, APPROVAL_CSS)
  })

  app.get('/local/allow-origin', (context) => {
    if (!isAskedHere(context)) return refuse(context, 'Only the app itself can open this page.')
    const origins = new Set<string>()
    for (const text of context.req.queries('origin')?.slice(0, MAX_ORIGINS) ?? []) {
      const origin = readOrigin(text)
      if (!origin.ok)
        return refuse(context, `This origin can't be allowed: ${origin.message}.`, 400)
      origins.add(origin.origin)
    }
    const returnTo = localPath(context.req.query('return') ?? '/')
    if (returnTo === undefined)
      return refuse(context, 'The return URL is not a page of this app.', 400)
    const approval = { origins: [...origins], returnTo }
    const lists = { allowed: allowed.list(), removable: allowed.removable() }
    return sendPage(context, approvalPage(approval, tokens.issue(approval), lists), 200)
  })

  app.post('/local/allow-origin', async (context) => {
    if (!isUserClick(context, rules))
      return refuse(context, 'Only a person can allow an origin, by clicking Allow.')
    const form = new URLSearchParams(
      new TextDecoder().decode(await readBytes(context.req.raw, MAX_FORM_BYTES)),
    )
    const approval = tokens.redeem(form.get('token') ?? '')
    if (approval === undefined)
      return refuse(context, 'This link was used already or has expired. Try again in the app.')
    const removed = form.get('remove')
    if (removed !== null) {
      allowed.remove(removed)
      const page = new URLSearchParams({ return: approval.returnTo })
      return redirect(context, `/local/allow-origin?${page.toString()}`)
    }
    const chosen = form.getAll('origin')
    if (form.get('decision') === 'allow')
      allowed.add(approval.origins.filter((origin) => chosen.includes(origin)))
    return redirect(context, approval.returnTo)
  })
}

function redirect(context: AppContext, location: string): Response {
  setHeaders(context, { location })
  return respond(context, null, 303)
}

/** Another site must not lead a person here: the question would seem to come from the app. */
function isAskedHere(context: AppContext): boolean {
  const site = context.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

function isUserClick(context: AppContext, rules: GuardRules): boolean {
  const header = (name: string) => context.req.header(name)
  const origin = header('origin')
  return (
    header('sec-fetch-mode') === 'navigate' &&
    header('sec-fetch-user') === '?1' &&
    header('sec-fetch-dest') === 'document' &&
    origin !== undefined &&
    isOwnOrigin(origin, rules) &&
    header('content-type')?.split(';')[0]?.trim().toLowerCase() ===
      'application/x-www-form-urlencoded'
  )
}

/** A path of this app: `/chat?x#y`, but not `//other.host` and not `/\other.host`. */
function localPath(text: string): string | undefined {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return undefined
  const base = 'http://local.invalid'
  return URL.canParse(text, base) && new URL(text, base).origin === base ? text : undefined
}

function sendPage(context: AppContext, html: string, status: 200 | 400 | 403): Response {
  setHeaders(context, {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': APPROVAL_POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    // With no-referrer the browser would hide our own origin from us when the form is sent.
    'Referrer-Policy': 'same-origin',
  })
  return respond(context, html, status)
}

/**
 * The page that asks a person whether the app may contact some API origins, and lists those that it may
 * contact already; `removable` are the ones that a person can remove. Without a question it only lists.
 */
function approvalPage(
  approval: Approval,
  token: string,
  lists: { allowed: readonly string[]; removable: readonly string[] },
): string {
  const { origins, returnTo } = approval
  const form = (body: string) => `<form method="post" action="/local/allow-origin">
<input type="hidden" name="token" value="${escaped(token)}">
${body}
</form>`
  const others = lists.allowed.filter((origin) => !origins.includes(origin))
  const list = others.length === 0 ? '' : form(allowedList(others, lists.removable))
  if (origins.length === 0)
    return page(
      'Allowed origins',
      `<p>${others.length === 0 ? 'None: Vendor Playground contacts only its own service.' : 'The APIs that Vendor Playground may contact.'}</p>
${list}
<p><a class="button" href="${escaped(returnTo)}">Back to the app</a></p>`,
    )
  const [only] = origins
  return page(
    origins.length === 1 ? 'Allow this origin?' : 'Allow these origins?',
    `${form(`${origins.length === 1 ? originField(only ?? '') : origins.map(originChoice).join('\n')}
<p>Vendor Playground can then send ${origins.length === 1 ? 'it' : 'each of them'} what you enter for it: messages, files and its API key.
Allow only an API that you chose yourself.</p>
<div class="actions">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="cancel">Cancel</button>
</div>
<p class="hint">Either way you come back to the app. If the API requires a key, enter it there.</p>`)}
${list === '' ? '' : `<h2>Allowed already</h2>\n${list}`}`,
  )
}

function originField(origin: string): string {
  return `<input type="hidden" name="origin" value="${escaped(origin)}">
<p class="origin">${escaped(origin)}</p>`
}

function originChoice(origin: string): string {
  return `<label class="origin"><input type="checkbox" name="origin" value="${escaped(origin)}" checked> ${escaped(origin)}</label>`
}

function allowedList(origins: readonly string[], removable: readonly string[]): string {
  const items = origins.map((origin) =>
    removable.includes(origin)
      ? `<li><span>${escaped(origin)}</span> <button name="remove" value="${escaped(origin)}" aria-label="Remove ${escaped(origin)}">Remove</button></li>`
      : `<li><span>${escaped(origin)}</span> <span class="hint">Set by --allow-api</span></li>`,
  )
  return `<ul>\n${items.join('\n')}\n</ul>`
}

function refuse(context: AppContext, message: string, status: 400 | 403 = 403): Response {
  const body = `<p>${escaped(message)}</p>\n<p><a class="button" href="/chat">Back to the app</a></p>`
  return sendPage(context, page('Not allowed', body), status)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Vendor Playground</title>
<link rel="stylesheet" href="/local/approval.css">
</head>
<body>
<header><a href="/chat">${MARK} Vendor Playground</a></header>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`
}

const MARK =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path fill="currentColor" d="M1 2h3.5v12H1zM11.5 2H15v12h-3.5z"/><path fill="none" stroke="currentColor" d="M6.75 6.5h2.5v7h-2.5z"/></svg>'

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The style of both pages: the tokens of the app (src/styles.css) that they need. */
const APPROVAL_CSS = `:root {
  color-scheme: light dark;
  --page: light-dark(oklch(0.99 0.002 265), oklch(0.165 0.012 265));
  --bar: light-dark(oklch(0.975 0.004 265), oklch(0.2 0.012 265));
  --field: light-dark(oklch(0.955 0.005 265), oklch(0.235 0.013 265));
  --hover: light-dark(oklch(0.925 0.006 265), oklch(0.28 0.014 265));
  --card: light-dark(oklch(1 0 0), oklch(0.215 0.013 265));
  --text: light-dark(oklch(0.22 0.012 265), oklch(0.95 0.006 265));
  --secondary: light-dark(oklch(0.42 0.014 265), oklch(0.8 0.01 265));
  --hint: light-dark(oklch(0.5 0.014 265), oklch(0.68 0.012 265));
  --accent: light-dark(oklch(0.48 0.2 268), oklch(0.74 0.14 268));
  --on-accent: light-dark(oklch(1 0 0), oklch(0.17 0.02 268));
  --edge: 0 0 0 1px light-dark(oklch(0.22 0.012 265 / 0.08), oklch(1 0 0 / 0.09)), 0 8px 28px light-dark(oklch(0.22 0.012 265 / 0.12), oklch(0 0 0 / 0.4));
  background: var(--page);
  color: var(--text);
}
* { box-sizing: border-box; }
body { margin: 0; font: 0.9375rem/1.55 system-ui, sans-serif; }
header { display: flex; block-size: 3rem; align-items: center; padding: 0 0.75rem; background: var(--bar); }
header a { display: flex; gap: 0.5rem; align-items: center; border-radius: 6px; padding: 0.25rem 0.5rem; color: var(--text); font-size: 0.8125rem; font-weight: 600; text-decoration: none; }
header svg { color: var(--accent); }
main { max-inline-size: 32rem; margin: min(12vh, 6rem) auto 2rem; border-radius: 10px; padding: 1.5rem; background: var(--card); box-shadow: var(--edge); }
h1 { margin: 0 0 1rem; font-size: 1.25rem; font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; }
p { margin: 0 0 1rem; color: var(--secondary); }
.origin { border-radius: 6px; padding: 0.75rem; background: var(--field); color: var(--text); font: 600 0.9375rem ui-monospace, monospace; overflow-wrap: anywhere; }
label.origin { display: flex; gap: 0.75rem; align-items: center; margin: 0 0 0.5rem; }
label.origin + p { margin-block-start: 1rem; }
input[type='checkbox'] { inline-size: 1rem; block-size: 1rem; flex: none; margin: 0; accent-color: var(--accent); }
h2 { margin: 1.5rem 0 0.5rem; font-size: 0.8125rem; font-weight: 600; }
ul { margin: 0 0 1rem; padding: 0; list-style: none; }
li { display: flex; gap: 0.75rem; align-items: center; justify-content: space-between; min-block-size: 2.5rem; font-size: 0.8125rem; }
li span:first-child { min-inline-size: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
li .hint { flex: none; }
.actions { display: flex; gap: 0.5rem; margin: 1.25rem 0; }
button, .button { display: inline-flex; min-block-size: 2rem; align-items: center; border: 0; border-radius: 6px; padding: 0 1rem; background: var(--field); color: var(--text); font: inherit; font-size: 0.8125rem; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--hover); }
.primary { background: var(--accent); color: var(--on-accent); font-weight: 500; }
.primary:hover { background: color-mix(in oklab, var(--accent) 85%, transparent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hint { margin: 0; color: var(--hint); font-size: 0.75rem; line-height: 1.35; overflow-wrap: anywhere; }
@media (pointer: coarse) { button, .button { min-block-size: 2.75rem; } li { min-block-size: 3.25rem; } label.origin { min-block-size: 2.75rem; } header a { min-block-size: 2.75rem; } }
@media (max-width: 36rem) { main { margin: 1rem; padding: 1.25rem; } }
@media (prefers-contrast: more) { main, button, .origin { border: 1px solid var(--text); } }
`
