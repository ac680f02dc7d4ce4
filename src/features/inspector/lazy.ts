/*
 * What the Inspector loads later, each named once: opening it shows one request, and most of what can be
 * done with that is pressed first.
 */

export const loadResend = () => import('../../core/inspector/resend.ts')

export const loadRequestCode = () => import('../../core/inspector/code/request-code.ts')

export const loadCodeTab = () => import('./code-tab.tsx')

export const loadComparison = () => import('./comparison/comparison-view.tsx')

export const loadExplanation = () => import('./comparison/explanation.tsx')

export const loadParser = () => import('../../core/inspector/export/parse-exchange.ts')
