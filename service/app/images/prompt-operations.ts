/** What the words of a prompt ask for. Angles in degrees, shares in percent, sides in px of the result. */
export type Operation =
  | { kind: PlainKind }
  | { kind: 'rotate'; degrees: number }
  | { kind: 'crop' | 'brighten' | 'darken'; percent: number }
  /** Below 0 it is less contrast. */
  | { kind: 'contrast'; percent: number }
  | { kind: 'blur'; sigma: number | undefined }
  | { kind: 'pixelate'; block: number | undefined }
  | { kind: 'posterize'; levels: number }
  | { kind: 'border'; color: string; width: number | undefined }
  | { kind: 'text'; text: string }

/** Operations that take no amount. */
type PlainKind =
  | 'grayscale'
  | 'sepia'
  | 'warm'
  | 'cool'
  | 'sharpen'
  | 'flip'
  | 'mirror'
  | 'invert'
  | 'edges'
  | 'pad'

const WORDS: Readonly<Record<Operation['kind'], RegExp>> = {
  grayscale: /\b(?:gr[ae]y(?:[ -]?scale)?|black[ -]and[ -]white|monochrome|desaturated?)\b/,
  sepia: /\bsepia\b/,
  warm: /\bwarm(?:er|th)?\b/,
  cool: /\bcool(?:er)?\b/,
  blur: /\bblur(?:red|ry|s)?\b/,
  sharpen: /\bsharp(?:en|ened|er)?\b/,
  rotate: /\brotat(?:e|ed|ion)\b/,
  flip: /\b(?:flip(?:ped)?|upside[ -]down)\b/,
  mirror: /\bmirror(?:ed)?\b/,
  invert: /\b(?:invert(?:ed)?|negative)\b/,
  brighten: /\b(?:bright(?:en|er)?|light(?:en|er))\b/,
  darken: /\bdark(?:en|er)?\b/,
  contrast: /\bcontrast\b/,
  text: /\b(?:texts?|captions?|words?|titles?|labels?|write|says?|saying)\b/,
  border: /\b(?:border|frame)\b/,
  crop: /\bcrop(?:ped)?\b/,
  pad: /\b(?:pad(?:ded)?|letterbox(?:ed)?)\b/,
  pixelate: /\b(?:pixel(?:s|ate|ated)?|mosaic)\b/,
  posterize: /\bposteri[sz]ed?\b/,
  edges: /\b(?:edges?|outlines?|sketch)\b/,
}

const COLORS = /\b(?:white|black|red|green|blue|yellow|orange|purple|pink|gold|silver|teal|navy)\b/
const QUOTED = /"([^"]{1,400})"|“([^”]{1,400})”|'([^']{1,400})'(?!\w)/
const LESS = /\b(?:less|lower|low|reduced?|decreased?)\s+(?:the\s+)?$/

/**
 * The operations that a prompt asks for, in the order of its words, each kind once. What stands in
 * quotes is text to draw and never an instruction. Empty when no word is known.
 */
export function operationsOf(prompt: string): Operation[] {
  const quote = QUOTED.exec(prompt)
  const text = quote?.[1] ?? quote?.[2] ?? quote?.[3]
  const said = prompt
    .toLowerCase()
    .replaceAll(new RegExp(QUOTED, 'g'), (part) => ' '.repeat(part.length))
  const found = (Object.keys(WORDS) as Operation['kind'][])
    .flatMap((kind) => {
      const match = WORDS[kind].exec(said)
      return match ? [{ kind, at: match.index, end: match.index + match[0].length }] : []
    })
    .toSorted((a, b) => a.at - b.at)
  return found.flatMap(({ kind, at, end }, index) => {
    const before = said.slice(found[index - 1]?.end ?? 0, at)
    const after = said.slice(end, found[index + 1]?.at ?? said.length)
    return operation(kind, before, after, text) ?? []
  })
}

function operation(
  kind: Operation['kind'],
  before: string,
  after: string,
  text: string | undefined,
): Operation | undefined {
  const [number] = /-?\d{1,4}(?:\.\d{1,3})?/.exec(after.slice(0, 32)) ?? []
  const amount = number === undefined ? undefined : Number(number)
  switch (kind) {
    case 'rotate': {
      const isLeft = /\b(?:left|counter-?clockwise|anti-?clockwise|ccw)\b/.test(after)
      return { kind, degrees: ((isLeft ? -1 : 1) * (amount ?? 90)) % 360 }
    }
    case 'flip':
      return { kind: /\bhorizontal/.test(`${before} ${after}`) ? 'mirror' : kind }
    case 'crop':
      return { kind, percent: within(amount ?? 80, 10, 100) }
    case 'brighten':
    case 'darken':
      return { kind, percent: within(amount ?? 25, 1, 100) }
    case 'contrast': {
      const percent = within(amount ?? 30, 1, 100)
      return { kind, percent: LESS.test(before) ? -percent : percent }
    }
    case 'blur':
      return { kind, sigma: amount === undefined ? undefined : within(amount, 0.3, 40) }
    case 'pixelate':
      return { kind, block: amount === undefined ? undefined : within(Math.round(amount), 2, 256) }
    case 'posterize':
      return { kind, levels: within(Math.round(amount ?? 4), 2, 16) }
    case 'border': {
      const [color = 'white'] = COLORS.exec(`${before.slice(-16)} ${after.slice(0, 32)}`) ?? []
      const width = amount === undefined ? undefined : within(Math.round(amount), 1, 256)
      return { kind, color, width }
    }
    case 'text':
      return text === undefined ? undefined : { kind, text }
    default:
      return { kind }
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
