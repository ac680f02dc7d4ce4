import type { Hono } from 'hono'

import { isOwnOrigin, type GuardRules } from '../../app/auth/guard.ts'
import type { AppContext, AppEnvironment } from '../../app/http/app-environment.ts'
import { readBytes } from '../../app/http/body/read-bytes.ts'
import { respond } from '../../app/http/respond.ts'
import { setHeaders } from '../../app/http/set-headers.ts'
import type { AllowedApiOrigins } from './allowed-api-origins.ts'
import { readOrigin } from './api-origin.ts'
import { APPROVAL_CSS, approvalPage, refusalPage } from './approval-page.ts'
import { createApprovalTokens } from './approval-tokens.ts'
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
    if (!isAskedHere(context))
      return sendPage(context, refusalPage('Only the app itself can open this page.'), 403)
    const origins = new Set<string>()
    for (const text of context.req.queries('origin')?.slice(0, MAX_ORIGINS) ?? []) {
      const origin = readOrigin(text)
      if (!origin.ok)
        return sendPage(
          context,
          refusalPage(`This origin can't be allowed: ${origin.message}.`),
          400,
        )
      origins.add(origin.origin)
    }
    const returnTo = localPath(context.req.query('return') ?? '/')
    if (returnTo === undefined)
      return sendPage(context, refusalPage('The return URL is not a page of this app.'), 400)
    const approval = { origins: [...origins], returnTo }
    const lists = { allowed: allowed.list(), removable: allowed.removable() }
    return sendPage(context, approvalPage(approval, tokens.issue(approval), lists), 200)
  })

  app.post('/local/allow-origin', async (context) => {
    if (!isUserClick(context, rules))
      return sendPage(
        context,
        refusalPage('Only a person can allow an origin, by clicking Allow.'),
        403,
      )
    const form = new URLSearchParams(
      new TextDecoder().decode(await readBytes(context.req.raw, MAX_FORM_BYTES)),
    )
    const approval = tokens.redeem(form.get('token') ?? '')
    if (approval === undefined)
      return sendPage(
        context,
        refusalPage('This link was used already or has expired. Try again in the app.'),
        403,
      )
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
