/** An element of a document without scripts: none of these runs or loads anything. */
export interface HtmlElement {
  tag:
    | 'body'
    | 'div'
    | 'h1'
    | 'h2'
    | 'p'
    | 'span'
    | 'table'
    | 'thead'
    | 'tbody'
    | 'tr'
    | 'th'
    | 'td'
  attributes?: Readonly<Partial<Record<'class' | 'dir' | 'scope', string>>>
  children: readonly HtmlContent[]
}

export type HtmlContent = string | HtmlElement

/** An element, by its name, its content and its attributes. */
export function element(
  tag: HtmlElement['tag'],
  children: readonly HtmlContent[],
  attributes: HtmlElement['attributes'] = {},
): HtmlElement {
  return { tag, attributes, children }
}

/** A whole document. `style` is a constant of the page, allowed by `styleHash`, its SHA-256 in base64. */
export function htmlDocument(
  title: string,
  style: string,
  styleHash: string,
  body: HtmlElement,
): string {
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    markup(body),
    '</html>',
    '',
  ].join('\n')
}

function markup(content: HtmlContent): string {
  if (typeof content === 'string') return escaped(content)
  const { tag, attributes = {}, children } = content
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<${tag}${written.join('')}>${children.map(markup).join('')}</${tag}>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** As text, whatever it holds; control characters that no document may have become visible. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
