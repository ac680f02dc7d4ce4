import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { Button } from '../controls/button.tsx'
import { showToast } from './toast.tsx'

type PropsOf<Member> = Member extends ComponentType<infer Props> ? Props : never

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

interface ChunkBoundaryProps {
  children: ReactNode
  fallback?: ReactNode
  quiet?: boolean
}

/** Where lazy parts are shown: in the place of one that can't be fetched stand words and a retry. */
export function ChunkBoundary({ children, fallback, quiet = false }: ChunkBoundaryProps) {
  const attempts = useStore(chunkRetries)
  return (
    <Boundary attempts={attempts} instead={quiet ? fallback : <Notice />}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

interface BoundaryProps {
  attempts: number
  instead: ReactNode
  children: ReactNode
}

interface BoundaryState {
  attempts: number
  error?: unknown
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { attempts: this.props.attempts }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps({ attempts }: BoundaryProps, before: BoundaryState) {
    return attempts === before.attempts ? null : { attempts, error: undefined }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof ChunkLoadError) return this.props.instead
    // Anything else is for the boundary of the whole part.
    throw error
  }
}

function Notice() {
  const [fault, setFault] = useState<keyof typeof LOAD_FAULTS>()
  useEffect(() => void findLoadFault().then(setFault), [])
  const isUpdated = fault === 'updated'
  return (
    <div role="status" className="flex max-w-2xl flex-wrap items-center gap-2 p-2 text-sm">
      <p className={isUpdated ? 'text-text-2' : 'text-bad'}>
        {isUpdated ? LOAD_FAULTS.updated : "Couldn't load this section."}
        {fault === 'unreachable' && ` ${LOAD_FAULTS.unreachable}`}
      </p>
      {!isUpdated && <Button onClick={retryChunks}>Try again</Button>}
      <Button variant={isUpdated ? 'primary' : 'ghost'} onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}

/** The code of a part could not be fetched: no connection, or the files are of another version. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("Couldn't load this section", { cause })
    this.name = 'ChunkLoadError'
  }
}

/** Counts how often what could not be fetched was tried again. */
const chunkRetries = createStore(() => 0)

const failed = new Set<() => void>()

/** Has every part that could not be fetched tried again where it is shown. */
export function retryChunks(): void {
  if (failed.size === 0) return
  for (const reset of failed) reset()
  failed.clear()
  chunkRetries.setState((before) => before + 1, true)
}

/** A component whose code is loaded when first shown, or earlier by `preload`; then it is shown at once. */
export interface LazyPart<Props> {
  Part: ComponentType<Props>
  preload: () => Promise<void>
}

/**
 * Makes a component lazy. To be shown within a `ChunkBoundary`, which stands in for it while it is on
 * its way, and says so when it cannot be fetched.
 * @example
 * export const shareDialog = lazyPart(() => import('./share-dialog.tsx').then((m) => m.ShareDialog))
 * <Button {...preloadOnIntent(shareDialog)}>Share</Button>
 * <ChunkBoundary><shareDialog.Part onClose={close} /></ChunkBoundary>
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async () => {
    const part = await load()
    await Promise.all([...missingSheets].map(fetchSheet))
    loaded = part
    return { default: part }
  }
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return await fetchPart()
      } catch (cause) {
        failed.add(() => {
          Current = begin()
        })
        throw new ChunkLoadError(cause)
      }
    })
  let Current = begin()
  return {
    Part: function LazyComponent(props: Props) {
      // The same for as long as it is shown: as another component it would begin anew.
      const [Shown] = useState(() => loaded ?? Current)
      return createElement(Shown, props)
    },
    // A failure is shown by the part itself.
    preload: () => fetchPart().then(nothing, nothing),
  }
}

const nothing = () => undefined

/** Props for a control that will show a part: its code is fetched when pointed at or focused. */
export function preloadOnIntent(part: Pick<LazyPart<never>, 'preload'>) {
  const preload = () => void part.preload()
  return { onPointerEnter: preload, onFocus: preload }
}

/**
 * Loads what will be needed soon, on the first sign of it. What cannot be loaded is asked for again
 * where it is used.
 * @example
 * <button onPointerEnter={() => prefetch(() => import('./dialog.tsx'))}>Open</button>
 */
export function prefetch(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined)
}

/**
 * Style sheets that could not be fetched: the build's own loader asks for each only once. Not those on their
 * way, which have no `sheet` either: it waits for them, for ever if they were replaced.
 */
const missingSheets = new Set<HTMLLinkElement>()

globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingSheets.add(target)
  },
  { capture: true },
)

/** Those that are being fetched again: several parts may wait for one. */
const fetches = new WeakMap<HTMLLinkElement, Promise<void>>()

/** Fetches a sheet again. Rejects when it cannot be had now either. */
function fetchSheet(missing: HTMLLinkElement): Promise<void> {
  const underWay = fetches.get(missing)
  if (underWay !== undefined) return underWay
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = missing.href
  const fetched = new Promise<void>((resolve, reject) => {
    link.onload = () => {
      missing.remove()
      missingSheets.delete(missing)
      resolve()
    }
    link.onerror = () => {
      link.remove()
      // The one before stands for it.
      missingSheets.delete(link)
      fetches.delete(missing)
      reject(new Error(`No style sheet at ${link.href}`))
    }
    document.head.append(link)
  })
  fetches.set(missing, fetched)
  return fetched
}

type LoadFault = 'updated' | 'unreachable' | 'unknown'

/** What a person can do about each. */
export const LOAD_FAULTS: Readonly<Record<LoadFault, string>> = {
  updated: 'This page was updated. Reload.',
  unreachable: "The server of this page doesn't respond.",
  unknown: 'Try again.',
}

/** Fetches the page again: other scripts in it are of a newer build. Never rejects. */
export async function findLoadFault(
  fetchPage: typeof fetch = fetch,
  scripts: readonly string[] = ownScripts(),
): Promise<LoadFault> {
  try {
    const headers = { Accept: 'text/html' }
    const response = await fetchPage(location.pathname, { headers, cache: 'no-store' })
    const page = await response.text()
    const isApp = page.includes('<script type="module"')
    return isApp && scripts.some((script) => !page.includes(script)) ? 'updated' : 'unknown'
  } catch {
    return 'unreachable'
  }
}

function ownScripts(): string[] {
  return [...document.querySelectorAll('script[type=module][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  )
}

/** Says in a toast that something could not be fetched, and why: "Couldn't load the example. Try again." */
export async function showNotLoaded(what = 'this part of the page'): Promise<void> {
  showToast(`Couldn't load ${what}. ${LOAD_FAULTS[await findLoadFault()]}`)
}
