import { createElement, type SVGProps } from 'react'

type Shape = string | readonly [tag: string, attributes: Readonly<Record<string, string>>]

interface IconProps extends SVGProps<SVGSVGElement> {
  /** px */
  size?: number
}

/** Makes an icon of shapes in a square of 24, as Lucide draws. See `scripts/plain-icons.mjs`. */
export function createIcon(shapes: readonly Shape[]) {
  return function Icon({ size = 24, className = '', ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide ${className}`,
        ...rest,
      },
      // Made for each icon: an element refers to the page it was drawn in, and one that is kept would hold all of it.
      ...shapes.map((shape) =>
        typeof shape === 'string'
          ? createElement('path', { d: shape })
          : createElement(shape[0], shape[1]),
      ),
    )
  }
}
