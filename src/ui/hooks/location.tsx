import { type ComponentProps, useEffect, useMemo, useSyncExternalStore } from 'react'

/** The folder of the web server that the app is in, without a slash at the end; empty at the root. */
const BASE = import.meta.env.BASE_URL.replace(/\/$/, '')

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

interface NavigateOptions {
  /** In place of the current entry of the browser's history. */
  replace?: boolean
}

/** The address of a path of the app: the same, unless the app is in a folder of its web server. */
export function addressOf(path: string): string {
  return BASE + path
}

/** The path of the app that the page is at. */
export function currentPath(): string {
  return location.pathname.slice(BASE.length)
}

/** Goes to a path of the app, query and fragment included, without loading the page anew. */
export function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  if (replace) history.replaceState(null, '', addressOf(to))
  else history.pushState(null, '', addressOf(to))
  for (const listener of listeners) listener()
}

/** The path of the app that the page is at, and the way to another. */
export function useLocation(): [pathname: string, go: typeof navigate] {
  return [useSyncExternalStore(subscribe, currentPath, currentPath), navigate]
}

type ChangeSearch = (
  change: (search: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void

/** The query of the page, and how to change it. */
export function useSearchParams(): [search: URLSearchParams, change: ChangeSearch] {
  const text = useSyncExternalStore(subscribe, currentSearch, currentSearch)
  return [useMemo(() => new URLSearchParams(text), [text]), changeSearch]
}

const currentSearch = () => location.search

const changeSearch: ChangeSearch = (change, options) => {
  const query = change(new URLSearchParams(location.search)).toString()
  navigate(currentPath() + (query === '' ? '' : `?${query}`) + location.hash, options)
}

/** A link to a path of the app. Pressed with a modifier it opens as the browser opens any link. */
export function Link({ href, onClick, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      href={addressOf(href)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0)
          return
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        navigate(href)
      }}
      {...rest}
    >
      {children}
    </a>
  )
}

/**
 * Calls back with the parameters of the address when it has any of these names, and takes them out
 * of it, so that a reload or a step back does not apply them again. Both arguments must be stable.
 */
export function useSearchOnce(
  names: readonly string[],
  apply: (search: URLSearchParams) => void,
): void {
  const [search, setSearch] = useSearchParams()
  const isGiven = names.some((name) => search.has(name))
  useEffect(() => {
    if (!isGiven) return
    apply(search)
    setSearch(
      (current) => {
        for (const name of names) current.delete(name)
        return current
      },
      { replace: true },
    )
  }, [isGiven, names, apply, search, setSearch])
}
