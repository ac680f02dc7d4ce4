// @ts-check
/** The strings of a source file that people read: JSX text, names and hints of controls, sentences. */
import { parseSync } from 'vite'

/**
 * @typedef {'label' | 'heading' | 'sentence' | 'help' | 'text'} Kind what a string is there for:
 *   "help" may be long, "text" is a piece of something longer
 * @typedef {{ text: string, line: number, kind: Kind, wireName?: string | undefined }} VisibleString
 *   text: with {…} where a value stands; wireName: the field that this is the label of
 * @typedef {Record<string, unknown> & { type: string, start: number, end: number }} Node
 */

/** Stands for a value, or for an element in a sentence. */
export const VALUE = '{…}'

/** What an attribute or a property of this name is there for. */
const kindByName = kindsOf({
  label: 'aria-label label confirm doing action',
  heading: 'title heading',
  sentence:
    'placeholder summary message nextStep hint empty alt text reason why what words explanation',
  help: 'meaning description help use details',
})

/** What the text of an element is there for. */
const kindByElement = kindsOf({
  label:
    'button Button CopyButton FileButton MenuItem Badge Name option label th dt legend summary',
  heading: 'h1 h2 h3 h4',
  help: 'Help details Disclosure',
})

/** @param {Partial<Record<Kind, string>>} names by kind @returns {Record<string, Kind>} */
function kindsOf(names) {
  return Object.fromEntries(
    Object.entries(names).flatMap(([kind, list]) =>
      list.split(' ').map((name) => [name, /** @type {Kind} */ (kind)]),
    ),
  )
}

/** Elements that stand inside a sentence. */
const inline = new Set(['a', 'abbr', 'b', 'bdi', 'br', 'code', 'em', 'i', 'kbd', 'span', 'strong'])
/** Elements whose title is a tooltip; that of others is their heading. */
const tooltipped = /^(?:[a-z].*|Badge|Button|IconButton|CopyButton|FileButton)$/
/** Attributes and properties that no person reads. */
const unread =
  /^(?:class|className|style|key|id|type|role|rel|href|src|srcSet|htmlFor|name|d|viewBox|sql|pattern|accept|autoComplete|.*Class(?:Name)?|.*-id|data-.*|aria-(?!label$|description$|valuetext$|placeholder$).*)$/
/** Functions whose arguments no person reads. */
const unreadCalls =
  /^(?:cx|matchMedia|querySelector|querySelectorAll|closest|matches|getElementById|addEventListener|removeEventListener|startsWith|endsWith|includes|indexOf|split|replaceAll|replace|getItem|setItem|removeItem|prepare|exec|sql|query|all|run|createElement|parseAbi|parseAbiItem|setProperty|require|debug|join|has|get|set|append|delete|mark|measure|encode|sha256|keccak256|toHex|utf8|tag)$/
/** Variables that hold class names, queries or code. */
const unreadNames =
  /(?:class(?:es|name|names)?|styles?|css|sql|schema|statements?_sql|queries|abi)$/i

const comparisons = new Set(['===', '!==', '==', '!=', 'in', '<', '>'])
const sql =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|WHERE|AND|ORDER|GROUP|BEGIN|PRAGMA|VACUUM|RELEASE|SAVEPOINT|ON CONFLICT|REPLACE|SET|RETURNING|LIMIT|FROM|LEFT|JOIN|COMMIT|ROLLBACK|LOCK|ATTACH|EXISTS)\b/
/** What only code, styles, selectors and addresses are made of. */
const code =
  /^(?:[a-z]+:\/\/|data:|blob:|[./#@]|[<{[](?!…)|--|\w+\/[\w.+-]+(?:;|$)|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/)|^(?:event|function|error) \w+\(|=>|;\n|\b(?:const|let|await|import|function|throw new) \w|^[\w-]+: [\w-]+;?$|^\([a-z-]+: [^)]+\)|(?:^|\s)(?:rgb|hsl|var|calc|url|translate\w*|rotate|minmax)\(/
/** A class name of Tailwind, as opposed to a word with a hyphen. */
const className =
  /^(?:(?:[a-z-]+|\[[^\]]+\]):)*-?(?:flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|static|grow|shrink|truncate|underline|italic|uppercase|antialiased|border|rounded|shadow|outline|ring|transition|container|contents|isolate|invisible|visible|group|peer|sr-only|not-sr-only|[a-z]+(?:-[\w./%[\]()#,&>:*+=!'"-]+)+|\[[^\]]+\](?:[:\w-].*)?)!?$/

/**
 * @param {string} file its name decides the language (.ts, .tsx)
 * @param {string} source
 * @returns {VisibleString[]}
 */
export function readVisibleStrings(file, source) {
  const { program, errors } = parseSync(file, source)
  const [problem] = errors
  if (problem) throw new Error(`${file} cannot be parsed: ${problem.message}`)
  /** @type {VisibleString[]} */
  const strings = []

  /**
   * @param {Node} node @param {string} text @param {Kind | undefined} kind @param {string} [wireName]
   */
  const add = (node, text, kind, wireName) => {
    const words = text.replace(/\s+/g, ' ').trim()
    if (!/\p{L}{2}/u.test(words.replaceAll(VALUE, ''))) return
    if (!kind && !isProse(words)) return
    const line = source.slice(0, node.start).split('\n').length
    const isPiece = !kind && !/^(?:\p{Lu}|\d|\{…\})[^]*[.!?:]?$/u.test(words)
    strings.push({ text: words, line, kind: kind ?? (isPiece ? 'text' : 'sentence'), wireName })
  }

  /**
   * @param {Node} node
   * @param {Kind | undefined} kind of the place where it stands
   * @param {string} [wireName] of the field that an object describes
   * @param {string} [element] that an attribute belongs to
   */
  const visit = (node, kind, wireName, element) => {
    if (/^(?:Import|ExportAll)/.test(node.type)) return
    if (/^TS(?!As|Satisfies|NonNull|Instantiation)/.test(node.type)) return
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'string') add(node, node.value, kind, wireName)
        return
      case 'TemplateLiteral':
        add(node, textOf(node), kind, wireName)
        for (const part of nodesOf(node.expressions)) visit(part, undefined)
        return
      case 'TaggedTemplateExpression':
        return
      case 'BinaryExpression': {
        const pieces = node.operator === '+' ? addends(node) : []
        if (pieces.some(isText)) {
          add(node, pieces.map(textOf).join(''), kind, wireName)
          for (const piece of pieces) if (!isText(piece)) visit(piece, undefined)
        } else if (!comparisons.has(String(node.operator))) visitAll(node, undefined)
        return
      }
      case 'ConditionalExpression': {
        const { test, consequent, alternate } = node
        for (const part of nodesOf([test])) visit(part, undefined)
        for (const part of nodesOf([consequent, alternate])) visit(part, kind, wireName)
        return
      }
      case 'LogicalExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
      case 'JSXExpressionContainer':
        visitAll(node, kind, wireName)
        return
      case 'SwitchCase':
        for (const part of nodesOf(node.consequent)) visit(part, undefined)
        return
      case 'ObjectExpression': {
        const wire = wireNameOf(node)
        for (const property of nodesOf(node.properties)) visit(property, undefined, wire)
        return
      }
      case 'Property':
      case 'PropertyDefinition': {
        const name = nameOf(node.key)
        const [value] = nodesOf([node.value])
        if (node.computed) for (const part of nodesOf([node.key])) visit(part, undefined)
        if (!value || (isText(value) && unread.test(name) && name !== 'name')) return
        visit(value, kindByName[name], name === 'label' ? wireName : undefined)
        return
      }
      case 'VariableDeclarator': {
        const [init] = nodesOf([node.init])
        if (init && !unreadNames.test(nameOf(node.id))) visit(init, undefined)
        return
      }
      case 'CallExpression':
      case 'NewExpression': {
        const callee = nameOf(node.callee)
        for (const part of nodesOf([node.callee])) visit(part, undefined)
        if (/^(?:URL|RegExp|Headers|Worker)$/.test(callee)) return
        for (const part of nodesOf(node.arguments))
          if (!isText(part) || !unreadCalls.test(callee)) visit(part, undefined)
        return
      }
      case 'MemberExpression':
        for (const part of nodesOf([node.object])) visit(part, undefined)
        return
      case 'JSXAttribute': {
        const name = nameOf(node.name)
        if (unread.test(name)) return
        const isTooltip = name === 'title' && tooltipped.test(element ?? '')
        const kind = isTooltip ? 'sentence' : kindByName[name]
        for (const part of nodesOf([node.value])) visit(part, kind)
        return
      }
      case 'JSXElement':
      case 'JSXFragment':
        visitElement(node, kind)
        return
      default:
        visitAll(node, undefined)
    }
  }

  /** @param {Node} node @param {Kind | undefined} kind @param {string} [wireName] */
  const visitAll = (node, kind, wireName) => {
    for (const value of Object.values(node))
      for (const child of nodesOf(Array.isArray(value) ? value : [value]))
        visit(child, kind, wireName)
  }

  /** @param {Node} node @param {Kind | undefined} around */
  const visitElement = (node, around) => {
    const [opening] = nodesOf([node.openingElement])
    const element = opening ? nameOf(opening.name) : ''
    if (opening)
      for (const part of nodesOf(opening.attributes)) visit(part, undefined, undefined, element)
    const kind = kindByElement[element] ?? (inline.has(element) ? around : undefined)
    let text = ''
    let hasText = false
    for (const child of nodesOf(node.children)) {
      if (child.type === 'JSXText') {
        const words = String(child.value)
          .replace(/^\s*\n\s*|\s*\n\s*$/g, '')
          .replace(/\s+/g, ' ')
        hasText ||= /\p{L}/u.test(words)
        text += words
        continue
      }
      const [expression] =
        child.type === 'JSXExpressionContainer' ? nodesOf([child.expression]) : []
      if (expression && isText(expression)) {
        hasText ||= /\p{L}/u.test(textOf(expression).replaceAll(VALUE, ''))
        text += textOf(expression)
        for (const part of nodesOf(expression.expressions)) visit(part, undefined)
        continue
      }
      const [open] = nodesOf([child.openingElement])
      const isBlock = open !== undefined && !inline.has(nameOf(open.name))
      text += isBlock ? '\n' : VALUE
      visit(child, kind)
    }
    if (!hasText) return
    for (const piece of text.split('\n')) add(node, piece, kind ?? 'sentence')
  }

  for (const statement of nodesOf(program.body)) visit(statement, undefined)
  return strings
}

/** @param {unknown} value @returns {Node[]} the syntax nodes among these values */
function nodesOf(value) {
  return Array.isArray(value)
    ? value.filter((item) => typeof item?.type === 'string' && typeof item.start === 'number')
    : []
}

/** @param {unknown} node @returns {string} "" for what has no plain name */
function nameOf(node) {
  if (typeof node !== 'object' || node === null) return ''
  const { name, value, property, expression } = /** @type {Record<string, unknown>} */ (node)
  if (typeof name === 'string') return name
  if (typeof value === 'string') return value
  return nameOf(property ?? expression ?? name)
}

/** @param {Node} node */
function isText(node) {
  return (
    (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral'
  )
}

/** @param {Node} node @returns {string} */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return VALUE
  return nodesOf(node.quasis)
    .map(({ value }) => /** @type {{ cooked: string }} */ (value).cooked)
    .join(VALUE)
}

/** @param {Node} node @returns {Node[]} the operands of a + b + c */
function addends(node) {
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return [node]
  return nodesOf([node.left, node.right]).flatMap(addends)
}

/** @param {Node} node @returns {string | undefined} the wire name that an object with a label has */
function wireNameOf(node) {
  for (const { key, value } of nodesOf(node.properties)) {
    const text = /** @type {{ value?: unknown } | undefined} */ (value)?.value
    if (/^(?:name|field|wireName)$/.test(nameOf(key)) && typeof text === 'string')
      if (/^[a-z]+(?:_[a-z]+)+$/.test(text)) return text
  }
  return undefined
}

/** @param {string} text of unknown use @returns {boolean} whether it is words for people */
function isProse(text) {
  const plain = text.replaceAll(VALUE, ' ').trim()
  if (code.test(text) || sql.test(plain)) return false
  const words = plain.split(/\s+/)
  if (words.filter((word) => /^["'(“]?\p{L}[\p{L}'’-]*[.,:;!?)"”…]*$/u.test(word)).length < 2)
    return /^\p{Lu}\p{Ll}{2,}[.!?…]?$/u.test(plain)
  const areNames = words.length > 4 && words.every((word) => /^\p{Lu}\w+$/u.test(word))
  return !areNames && !words.every((word) => className.test(word))
}
