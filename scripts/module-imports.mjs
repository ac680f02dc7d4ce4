// @ts-check
import { parseSync } from 'vite'

/**
 * One import, with its line counted from 1; a type alone is gone once it was compiled.
 * @typedef {{ specifier: string, line: number, isDynamic: boolean, isType: boolean }} Import
 */
/** @typedef {{ imports: Import[], isBarrel: boolean }} Module */

/**
 * Everything a module imports: static, type-only, re-exported and dynamic with a literal name.
 * @param {string} file its name decides the language (.ts, .tsx)
 * @param {string} source
 * @returns {Module}
 */
export function readModule(file, source) {
  const { module, program, errors } = parseSync(file, source)
  const [problem] = errors
  if (problem) throw new Error(`${file} cannot be parsed: ${problem.message}`)

  const later = new Set(module.dynamicImports.map((found) => found.moduleRequest))
  const types = new Set(
    module.staticImports
      .filter(({ entries }) => entries.length > 0 && entries.every((entry) => entry.isType))
      .map((found) => found.moduleRequest.start),
  )
  const requests = [
    ...module.staticImports.map((found) => found.moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest)),
    ...later,
  ]
  /** @type {Map<number, Import>} by position, since one statement may export many names */
  const imports = new Map()
  for (const request of requests) {
    if (!request) continue
    const literal = /^(['"])(.*)\1$/.exec(source.slice(request.start, request.end))
    const line = source.slice(0, request.start).split('\n').length
    if (literal?.[2])
      imports.set(request.start, {
        specifier: literal[2],
        line,
        isDynamic: later.has(request),
        isType: types.has(request.start),
      })
  }
  return { imports: [...imports.values()], isBarrel: isBarrel(program.body) }
}

/**
 * True when a file does nothing but pass on what others export.
 * @param {import('vite').ESTree.Program['body']} body
 */
function isBarrel(body) {
  const isPassedOn = body.map(
    (statement) =>
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && !statement.declaration),
  )
  return (
    isPassedOn.includes(true) &&
    body.every((statement, i) => isPassedOn[i] || statement.type === 'ImportDeclaration')
  )
}

/**
 * Where a module uses one of these names as a value or a type, not as the name of a member.
 * @param {string} file its name decides the language (.ts, .tsx)
 * @param {string} source
 * @param {ReadonlySet<string>} names
 * @returns {{ name: string, line: number }[]}
 */
export function findNames(file, source, names) {
  /** @type {{ name: string, line: number }[]} */
  const found = []
  /** @param {unknown} node @param {boolean} isMember */
  const visit = (node, isMember) => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, false)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { type, name, start, computed } = /** @type {Record<string, unknown>} */ (node)
    if (type === 'Identifier' && typeof name === 'string' && names.has(name) && !isMember)
      found.push({ name, line: source.slice(0, Number(start)).split('\n').length })
    for (const [member, value] of Object.entries(node))
      visit(value, computed === false && (member === 'property' || member === 'key'))
  }
  visit(parseSync(file, source).program.body, false)
  return found
}
