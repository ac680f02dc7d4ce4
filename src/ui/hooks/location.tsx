import { useMemo, useSyncExternalStore, type ComponentProps } from 'react'

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

/** Goes to a path of the page, query and fragment included, without loading the page anew. */
export function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  for (const listener of listeners) listener()
}

/** The path of the page, and the way to another. */
export function useLocation(): [pathname: string, go: typeof navigate] {
  return [useSyncExternalStore(subscribe, () => location.pathname), navigate]
}

type ChangeSearch = (
  change: (search: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void

/** The query of the page, and how to change it. */
export function useSearchParams(): [search: URLSearchParams, change: ChangeSearch] {
  const text = useSyncExternalStore(subscribe, () => location.search)
  return [useMemo(() => new URLSearchParams(text), [text]), changeSearch]
}

const changeSearch: ChangeSearch = (change, options) => {
  const query = change(new URLSearchParams(location.search)).toString()
  navigate(location.pathname + (query === '' ? '' : `?${query}`) + location.hash, options)
}

/** A link to a path of the page. Pressed with a modifier it opens as the browser opens any link. */
export function Link({ href, onClick, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      href={href}
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
