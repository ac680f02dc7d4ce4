import { useMemo } from 'react'

import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { formatNumber } from '../../../core/format/units.ts'
import {
  chatBody,
  promptParting,
  type PromptParting,
} from '../../../core/inspector/explain/prompt-parting.ts'
import { Section } from '../../../ui/content/section.tsx'

interface PromptSectionProps {
  before: Exchange
  after: Exchange
}

/** Where the prompts of two chat requests first part, and what of a prompt cache that leaves. */
export function PromptSection({ before, after }: PromptSectionProps) {
  const parting = useMemo(() => {
    const [from, to] = [chatBody(before), chatBody(after)]
    return from.ok && to.ok ? { parting: promptParting(from.body, to.body) } : undefined
  }, [before, after])
  if (parting === undefined) return null
  const cached = after.receipt.usage?.prompt_tokens_details?.cached_tokens
  return (
    <Section title="Prompt">
      {parting.parting === undefined ? (
        <p className="text-text-2">The prompts are the same.</p>
      ) : (
        <Parting parting={parting.parting} />
      )}
      {typeof cached === 'number' && (
        <p className="text-text-2">
          The later response reports {formatNumber(cached)} cached prompt tokens.
        </p>
      )}
    </Section>
  )
}

function Parting({ parting }: { parting: PromptParting }) {
  const { path, character, before, after, isContinued, cachedUpTo } = parting
  if (isContinued)
    return (
      <p className="text-text-2">
        The later prompt continues the earlier one at <Path>{path}</Path>: everything that was
        cached of it can be used again.
      </p>
    )
  return (
    <>
      <p className="text-text-2">
        The prompts first differ at <Path>{path}</Path>
        {character !== undefined && `, character ${formatNumber(character + 1)}`}.{' '}
        {cachedUpTo === undefined ? (
          'A prompt cache can use nothing of the earlier one.'
        ) : (
          <>
            A prompt cache can use it up to the end of <Path>{cachedUpTo}</Path>.
          </>
        )}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-xs">
        <Excerpt label="Earlier" text={before} />
        <Excerpt label="Later" text={after} />
      </dl>
    </>
  )
}

function Excerpt({ label, text }: { label: string; text: string | undefined }) {
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="font-mono wrap-anywhere">
        {text === undefined ? <span className="text-text-3">ends here</span> : text}
      </dd>
    </>
  )
}

function Path({ children }: { children: string }) {
  return <code className="wrap-anywhere">{children}</code>
}
