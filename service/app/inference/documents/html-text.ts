import { walkMarkup } from './markup.ts'

/** A page as text. */
export interface PageText {
  /** Its title, on one line; '' when it has none. */
  title: string
  text: string
}

const BLOCKS = new Set(
  'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section table tbody thead tr ul'.split(
    ' ',
  ),
)

/** The readable text of an HTML or XHTML page: one line per block, cells apart by tabs. */
export function htmlText(source: string): PageText {
  const pieces: string[] = []
  const titles: string[] = []
  let inTitle = false
  walkMarkup(source, {
    open: (name) => {
      if (name === 'title') inTitle = true
      else if (name === 'li') pieces.push('\n- ')
      else if (name === 'td' || name === 'th') pieces.push('\t')
      else if (BLOCKS.has(name)) pieces.push('\n')
    },
    close: (name) => {
      if (name === 'title') inTitle = false
      else if (BLOCKS.has(name) && name !== 'br') pieces.push('\n')
    },
    text: (text) => (inTitle ? titles : pieces).push(text.replaceAll(/\s+/g, ' ')),
  })
  return { title: titles.join('').trim(), text: tidyLines(pieces.join('')) }
}

/** Blanks and empty lines beyond one are taken out. */
export function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\t]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
