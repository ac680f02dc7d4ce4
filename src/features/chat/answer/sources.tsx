import type { Citation } from '../../../../contract/chat/response.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { askAboutLink } from './link-prompt-store.ts'

import './sources.css'

interface SourcesProps {
  kind: 'Sources' | 'Documents'
  sources: readonly Citation[]
  /** Given where citation markers lead to the panel. */
  id?: string
  /** The answer is still coming: what is known so far is that a search was made. */
  searching?: boolean
  open?: boolean
  onToggle?: (open: boolean) => void
}

/** The id of the element of a source, to which its markers lead. */
export function sourceElementId(panel: string, index: number): string {
  return `${panel}-source-${index}`
}

/** The numbered sources of an answer. Their words are foreign: text only, and links ask first. */
export function Sources({ kind, sources, id, searching = false, open, onToggle }: SourcesProps) {
  const count = `${sources.length} ${sources.length === 1 ? 'result' : 'results'}`
  return (
    <Disclosure
      {...(open === undefined ? {} : { open })}
      {...(onToggle === undefined ? {} : { onToggle })}
      summary={
        <span className="text-text-2">
          {searching ? `Searched: ${count}` : `${kind} ${sources.length}`}
        </span>
      }
    >
      <ol aria-label={kind} className="source-list">
        {sources.map((source, index) => (
          <li
            key={index}
            tabIndex={-1}
            {...(id === undefined ? {} : { id: sourceElementId(id, index) })}
          >
            <Source source={source} />
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}

function Source({ source: { title, url, content, date } }: { source: Citation }) {
  const address = sourceAddress(url)
  const words = title.trim() === '' ? (address?.host ?? 'Untitled') : title
  return (
    <>
      {address === undefined ? (
        <span>{words}</span>
      ) : (
        <button
          type="button"
          title={address.href}
          className="text-left text-accent hover:underline"
          onClick={(event) => askAboutLink(address.href, event.nativeEvent, 'search')}
        >
          {words}
        </button>
      )}
      <span className="text-xs text-text-3">
        {[address?.host ?? 'no valid URL', date?.slice(0, 10)].filter(Boolean).join(' · ')}
      </span>
      {content != null && content !== '' && <p className="text-sm text-text-2">{content}</p>}
    </>
  )
}

/** The URL of a source, its host in punycode; undefined for what is no web URL, or hides its host. */
function sourceAddress(text: string): { href: string; host: string } | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return { href: url.href, host: url.host }
}
