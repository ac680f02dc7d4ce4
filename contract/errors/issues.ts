import { isJsonObject } from '../json.ts'

/** One thing that is wrong with a request. */
export interface Issue {
  /** Where, as `pathText` writes it out; empty when it concerns the whole request. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

const MAX_ISSUES = 100
const MAX_DEPTH = 32
const MAX_NODES = 5_000

/**
 * The problems that a detailed error body lists, from its `issues`, its `details` tree or text, or
 * the `param` of an OpenAI-style error. At most 100, nested at most 32 deep: whatever else a body
 * holds is left out rather than followed.
 */
export function issuesOf(body: unknown): Issue[] {
  if (!isJsonObject(body)) return []
  const found = [...listedIssues(body.issues), ...detailIssues(body.details)]
  if (isJsonObject(body.error)) {
    const { param, message } = body.error
    if (typeof param === 'string' && typeof message === 'string') {
      found.push({ path: paramPath(param), message })
    }
  }
  const seen = new Set<string>()
  return found
    .filter(({ path, message }) => {
      const key = JSON.stringify([path, message])
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, MAX_ISSUES)
}

function listedIssues(issues: unknown): Issue[] {
  if (!Array.isArray(issues)) return []
  return issues.slice(0, MAX_ISSUES).flatMap((candidate: unknown) => {
    if (typeof candidate === 'string') return [{ path: [], message: candidate }]
    if (!isJsonObject(candidate) || typeof candidate.message !== 'string') return []
    return [{ path: listedPath(candidate.path), message: candidate.message }]
  })
}

/** The reason counts more than its place: what can't be read of that is left out. */
function listedPath(path: unknown): (string | number)[] {
  if (typeof path === 'string') return paramPath(path)
  if (!Array.isArray(path)) return []
  return path
    .slice(0, MAX_DEPTH)
    .filter((key): key is string | number => typeof key === 'string' || typeof key === 'number')
}

function detailIssues(details: unknown): Issue[] {
  if (typeof details === 'string') return [{ path: [], message: details }]
  const found: Issue[] = []
  const waiting: { node: unknown; path: (string | number)[] }[] = [{ node: details, path: [] }]
  for (let visited = 0; waiting.length > 0 && visited < MAX_NODES; visited += 1) {
    const next = waiting.shift()
    if (!next || !isJsonObject(next.node)) continue
    for (const [name, child] of Object.entries(next.node).slice(0, MAX_NODES)) {
      if (name === '_errors' && Array.isArray(child)) {
        for (const message of child.slice(0, MAX_ISSUES)) {
          if (typeof message === 'string') found.push({ path: next.path, message })
        }
      } else if (next.path.length < MAX_DEPTH && found.length < MAX_ISSUES) {
        waiting.push({ node: child, path: [...next.path, pathKey(name)] })
      }
    }
  }
  return found
}

/** OpenAI writes a place as one text: `messages[0].content`. */
function paramPath(param: string): (string | number)[] {
  const keys = param.slice(0, 1_000).split(/[.[\]]+/)
  return keys
    .filter((key) => key !== '')
    .slice(0, MAX_DEPTH)
    .map(pathKey)
}

/** The places of a list are named by digits in a tree of objects. */
function pathKey(name: string): string | number {
  return /^\d{1,9}$/.test(name) ? Number(name) : name
}
