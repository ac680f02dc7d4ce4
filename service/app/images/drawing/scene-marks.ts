import type { Scene, Shape } from '../../operations/image-generation/scene.ts'
import type { Size } from '../aspect-ratio.ts'

/** Colors from top to bottom. */
export type Sky = Scene['sky']

/** One filled shape in a CSS color; px. */
export type Mark = { color: string } & (
  | { kind: 'circle'; x: number; y: number; r: number; opacity: number }
  | { kind: 'rectangle'; x: number; y: number; width: number; height: number }
  | { kind: 'polygon'; points: readonly (readonly [x: number, y: number])[] }
  /** An SVG path. */
  | { kind: 'path'; path: string }
)

/** Draws one thing with its middle at (x, y) and about `s` wide and high, px. */
type Draw = (x: number, y: number, s: number, color: string) => Mark[]

const DRAWINGS: Readonly<Record<Shape, Draw>> = {
  sun: (x, y, s, color) => [circle(x, y, s * 0.62, color, 0.25), circle(x, y, s * 0.42, color)],
  moon: (x, y, s, color) => {
    const [r, bite] = [n(s / 2), n(s * 0.42)]
    const path = `M${n(x)} ${n(y - s / 2)}a${r} ${r} 0 1 0 ${r} ${r}a${bite} ${bite} 0 0 1 -${r} -${r}z`
    return [{ kind: 'path', path, color }]
  },
  star: (x, y, s, color) => [
    polygon(
      Array.from({ length: 10 }, (_, index) => {
        const radius = index % 2 === 0 ? s * 0.5 : s * 0.2
        const angle = (index * Math.PI) / 5 - Math.PI / 2
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
      }),
      color,
    ),
  ],
  cloud: (x, y, s, color) =>
    [-0.3, 0, 0.3].map((at, index) => circle(x + at * s, y, s * (index === 1 ? 0.3 : 0.2), color)),
  mountain: (x, y, s, color) => [
    polygon(
      [
        [x - s * 1.5, y + s],
        [x, y - s / 2],
        [x + s * 1.5, y + s],
      ],
      color,
    ),
    polygon(
      [
        [x - s * 0.24, y - s * 0.26],
        [x, y - s / 2],
        [x + s * 0.24, y - s * 0.26],
      ],
      '#f6f6f2',
    ),
  ],
  // As wide as any picture.
  sea: (_, y, s, color) => [rectangle(0, y, s * 1000, s * 40, color)],
  tree: (x, y, s, color) => [
    rectangle(x - s * 0.06, y, s * 0.12, s * 0.5, '#7a5238'),
    polygon(
      [
        [x - s * 0.32, y + s * 0.2],
        [x, y - s * 0.5],
        [x + s * 0.32, y + s * 0.2],
      ],
      color,
    ),
  ],
  house: (x, y, s, color) => [
    rectangle(x - s * 0.35, y - s * 0.1, s * 0.7, s * 0.6, color),
    polygon(
      [
        [x - s * 0.45, y - s * 0.1],
        [x, y - s * 0.5],
        [x + s * 0.45, y - s * 0.1],
      ],
      '#7a3d33',
    ),
    rectangle(x - s * 0.08, y + s * 0.2, s * 0.16, s * 0.3, '#3a2a22'),
  ],
  flower: (x, y, s, color) => [
    rectangle(x - s * 0.03, y, s * 0.06, s * 0.5, '#4f9d5d'),
    ...[0, 1, 2, 3, 4].map((petal) => {
      const angle = (petal * 2 * Math.PI) / 5
      return circle(x + s * 0.18 * Math.cos(angle), y + s * 0.18 * Math.sin(angle), s * 0.14, color)
    }),
    circle(x, y, s * 0.1, '#f4cf4c'),
  ],
  circle: (x, y, s, color) => [circle(x, y, s / 2, color)],
  square: (x, y, s, color) => [rectangle(x - s / 2, y - s / 2, s, s, color)],
  triangle: (x, y, s, color) => [
    polygon(
      [
        [x - s / 2, y + s / 2],
        [x, y - s / 2],
        [x + s / 2, y + s / 2],
      ],
      color,
    ),
  ],
}

const OWN_COLORS: Readonly<Partial<Record<Shape, string>>> = {
  sun: '#f9d65c',
  moon: '#f3efdc',
  star: '#f7e9a0',
  cloud: '#ffffff',
  mountain: '#6d7688',
  sea: '#2f6fa8',
  tree: '#3f8a55',
  house: '#d8b48a',
}

const PALETTE = [
  '#d64545',
  '#ee8a34',
  '#f4cf4c',
  '#4f9d5d',
  '#3d78c9',
  '#7d58b5',
  '#e78bb0',
  '#2f8f92',
]

/** Where things are, as shares of the height, and what is behind what. */
interface Place {
  shapes: readonly Shape[]
  from: number
  to: number
  size: number
}
const BEHIND: readonly Place[] = [
  { shapes: ['star', 'sun', 'moon'], from: 0.1, to: 0.35, size: 0.16 },
  { shapes: ['cloud'], from: 0.1, to: 0.35, size: 0.22 },
  { shapes: ['mountain'], from: 0.52, to: 0.58, size: 0.34 },
  { shapes: ['sea'], from: 0.66, to: 0.66, size: 0.1 },
]
const IN_FRONT: readonly Place[] = [
  { shapes: ['house', 'tree', 'flower'], from: 0.7, to: 0.8, size: 0.24 },
  { shapes: ['circle', 'square', 'triangle'], from: 0.3, to: 0.75, size: 0.26 },
]

/** What stands on the ground, so that there has to be some. */
const GROUNDED: readonly Shape[] = ['tree', 'house', 'flower', 'mountain']
const GROUND = '#7fae6a'

/**
 * The marks of a scene, first to last; `random` gives numbers from 0 to 1 and decides where things stand. A
 * scene of nothing becomes a pattern of circles.
 */
export function sceneMarks(scene: Scene, size: Size, random: () => number): readonly Mark[] {
  const { width, height } = size
  const has = (shapes: readonly Shape[]) => scene.things.some(({ shape }) => shapes.includes(shape))
  if (scene.things.length === 0) return pattern(size, random)
  const shore = height * (has(['sea']) ? 0.8 : 0.72)
  const ground = has(GROUNDED) ? [rectangle(0, shore, width, height - shore, GROUND)] : []
  return [...layer(BEHIND, scene, size, random), ...ground, ...layer(IN_FRONT, scene, size, random)]
}

function layer(
  places: readonly Place[],
  { things }: Scene,
  { width, height }: Size,
  random: () => number,
): Mark[] {
  return places.flatMap(({ shapes, from, to, size }) =>
    things
      .filter(({ shape }) => shapes.includes(shape))
      .flatMap(({ shape, color, count }) => {
        const s = (Math.min(width, height) * size) / Math.max(1, Math.sqrt(count) * 0.8)
        const own = color ?? OWN_COLORS[shape] ?? pick(PALETTE, random())
        return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
          const x = ((index + 0.25 + 0.5 * random()) / count) * width
          const y = (from + (to - from) * random()) * height
          return DRAWINGS[shape](x, y, s, own)
        })
      }),
  )
}

const CIRCLES = 14

function pattern({ width, height }: Size, random: () => number): Mark[] {
  const side = Math.min(width, height)
  return Array.from({ length: CIRCLES }, () => {
    const [x, y, r] = [random() * width, random() * height, (0.06 + 0.2 * random()) * side]
    return circle(x, y, r, pick(PALETTE, random()), 0.7)
  })
}

function pick(colors: readonly string[], share: number): string {
  return colors[Math.floor(share * colors.length)] ?? '#888888'
}

function circle(x: number, y: number, r: number, color: string, opacity = 1): Mark {
  return { kind: 'circle', x, y, r, color, opacity }
}

function rectangle(x: number, y: number, width: number, height: number, color: string): Mark {
  return { kind: 'rectangle', x, y, width, height, color }
}

function polygon(points: [x: number, y: number][], color: string): Mark {
  return { kind: 'polygon', points, color }
}

function n(value: number): string {
  return value.toFixed(1)
}
