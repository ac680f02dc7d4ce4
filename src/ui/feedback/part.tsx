import type { ComponentType, ReactNode } from 'react'

import { ChunkBoundary } from './chunk-boundary.tsx'
import { lazyPart } from './lazy-component.ts'

type PropsOf<Member> = Member extends ComponentType<infer Props> ? Props : never

/** A component whose code is loaded when it is first shown, or earlier by `preload`. */
type Part<Props> = ComponentType<Props> & {
  /** Loads it ahead; it is then shown at once. What can't be loaded is asked for again where it is shown. */
  preload: () => Promise<void>
}

interface PartOptions<Props> {
  /** What stands in its place while its code is on its way. */
  fallback?: ReactNode | ((props: Props) => ReactNode)
  /** Shows the fallback also when the code can't be loaded: it will do, or another part says so. */
  quiet?: boolean
}

/**
 * A component of a file that is loaded later, with a boundary of its own: one that can't be loaded leaves the
 * rest of the page as it is and says so in its place, with a way to try again.
 * @example
 * const ModelBrowser = part(() => import('./model-browser.tsx'), 'ModelBrowser')
 */
export function part<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  { fallback, quiet = false }: PartOptions<PropsOf<Module[Name]>> = {},
): Part<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]> & object
  const { Part: Loaded, preload } = lazyPart(
    async () => (await load())[name] as ComponentType<Props>,
  )
  const Bounded = (props: Props) => (
    <ChunkBoundary
      quiet={quiet}
      fallback={typeof fallback === 'function' ? fallback(props) : fallback}
    >
      <Loaded {...props} />
    </ChunkBoundary>
  )
  return Object.assign(Bounded as ComponentType<PropsOf<Module[Name]>>, { preload })
}
