import { z } from './zod.ts'

/** One error in a value: where, a code, and a sentence for people. */
export interface ValidationIssue {
  path: (string | number)[]
  code: string
  message: string
}

/** A validated value: the typed value, or every error in it. */
export type Validation<T> = { ok: true; value: T } | { ok: false; issues: ValidationIssue[] }

/**
 * Validates a value. The sentences name the field, the value and the limit, and are the same in the
 * page and in the service because both call this.
 */
export function validate<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
): Validation<z.output<S>> {
  const result = z.safeParse(schema, value)
  if (result.success) return { ok: true, value: result.data }
  const issues = result.error.issues.map((issue) => describeIssue(issue, [], value))
  return { ok: false, issues }
}

/** A path as people write it: `messages[0].content[1].text`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`,
    '',
  )
}

type Issue = z.core.$ZodIssue

function describeIssue(issue: Issue, base: (string | number)[], root: unknown): ValidationIssue {
  const path = [...base, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))]
  if (issue.code === 'invalid_union') {
    const branch = mostSpecificBranch(issue.errors)
    if (branch) return describeIssue(branch, path, root)
  }
  const found = valueAt(root, path)
  const subject = path.length === 0 ? 'The body' : pathText(path)
  const message =
    found === undefined && path.length > 0
      ? `${subject} is required and ${demand(issue)}.`
      : `${subject} is ${valueText(found)}, but ${demand(issue)}.`
  return { path, code: issue.code, message }
}

/**
 * A union fails once per branch. The branch that got furthest is the one the caller meant; where
 * all failed at the door there is none, and the union as a whole is described.
 */
function mostSpecificBranch(branches: readonly (readonly Issue[])[]): Issue | undefined {
  return branches
    .flatMap((issues) => issues.slice(0, 1))
    .filter((issue) => issue.path.length > 0 || issue.code !== 'invalid_type')
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}

function demand(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeText(issue.expected)}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
        : `may have at most ${issue.maximum} ${unitText(issue.origin, issue.maximum)}`
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be ${issue.inclusive === false ? 'greater than' : 'at least'} ${issue.minimum}`
        : `must have at least ${issue.minimum} ${unitText(issue.origin, issue.minimum)}`
    case 'invalid_union':
      return unionText(issue)
    case 'custom':
      return issue.message
    default:
      return 'must have another format'
  }
}

function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && Array.isArray(issue.options))
    return `must be one of ${issue.options.map(String).join(', ')}`
  const kinds = issue.errors.flatMap(([first]) =>
    first === undefined
      ? []
      : first.code === 'invalid_type'
        ? [typeText(first.expected)]
        : first.code === 'invalid_value'
          ? first.values.map(String)
          : [],
  )
  return kinds.length === 0
    ? 'must have another format'
    : `must be ${[...new Set(kinds)].join(' or ')}`
}

function typeText(expected: string): string {
  switch (expected) {
    case 'int':
      return 'an integer'
    case 'array':
      return 'an array'
    case 'object':
    case 'record':
      return 'an object'
    case 'boolean':
      return 'true or false'
    case 'string':
      return 'a string'
    case 'null':
      return 'null'
    default:
      return `a ${expected}`
  }
}

function unitText(origin: string, count: number | bigint): string {
  const unit = origin === 'string' ? 'character' : 'item'
  return Number(count) === 1 ? unit : `${unit}s`
}

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    root,
  )
}

/** The value as the message shows it, shortened: a message must never carry a whole document. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'string') {
    if (value === '') return 'an empty string'
    return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value)
  }
  return String(value)
}

/** An optional member. Servers in Python and Go write what they leave out as `null`: it is read as absent. */
export function optionalMember<Schema extends z.ZodMiniType>(schema: Schema) {
  type Value = z.output<Schema> | null | undefined
  const present = z.transform((value: Value) => (value ?? undefined) as z.output<Schema>)
  return z.optional(z.pipe(z.nullish(schema), present))
}

/** An object without its members that are `null`, see {@link optionalMember}. */
export function presentMembers(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
}
