import type { LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'

import type { JobMessage, JobReply } from '../../workers/job-client.ts'
import type { HighlightRun } from './highlight.ts'

/** A request to colour some code. */
export interface HighlightJob {
  code: string
  language: string
}

interface LanguageModule {
  default: LanguageFn
}

const grammars: Record<string, () => Promise<LanguageModule>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  python: () => import('highlight.js/lib/languages/python'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

const aliases: Record<string, string> = {
  console: 'bash',
  html: 'xml',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'javascript',
  mjs: 'javascript',
  patch: 'diff',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

const say = (reply: JobReply<HighlightRun[] | null>) => globalThis.postMessage(reply)

globalThis.addEventListener('message', ({ data }: MessageEvent<JobMessage<HighlightJob>>) => {
  const { code, language } = data.job
  load(language).then(
    (name) => {
      // Only now: loading a grammar is not counted as work.
      say({ type: 'begun' })
      say({ type: 'result', result: name === null ? null : runsOf(code, name) })
    },
    () => say({ type: 'result', result: null }),
  )
})

async function load(language: string): Promise<string | null> {
  const lower = language.toLowerCase()
  const name = Object.hasOwn(aliases, lower) ? (aliases[lower] ?? lower) : lower
  if (hljs.getLanguage(name)) return name
  const grammar = Object.hasOwn(grammars, name) ? grammars[name] : undefined
  if (!grammar) return null
  hljs.registerLanguage(name, (await grammar()).default)
  return name
}

interface Scope {
  scope?: string
  children: (Scope | string)[]
}

function runsOf(code: string, language: string): HighlightRun[] | null {
  const runs: HighlightRun[] = []
  const add = (className: string, length: number) => {
    const last = runs.at(-1)
    if (last && last[0] === className) runs[runs.length - 1] = [className, last[1] + length]
    else if (length > 0) runs.push([className, length])
  }
  const walk = (node: Scope | string, className: string) => {
    if (typeof node === 'string') {
      add(className, node.length)
      return
    }
    const own = node.scope && !node.scope.startsWith('language:') ? classOf(node.scope) : className
    for (const child of node.children) walk(child, own)
  }
  const result = hljs.highlight(code, { language, ignoreIllegals: true })
  walk((result._emitter as unknown as { root: Scope }).root, '')
  const total = runs.reduce((sum, [, length]) => sum + length, 0)
  return total === code.length ? runs : null
}

function classOf(name: string): string {
  return `hl-${name.split('.')[0]}`
}
