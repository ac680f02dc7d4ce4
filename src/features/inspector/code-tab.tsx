import { memo, useMemo } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { codeLanguagesFor, type CodeLanguage } from '../../core/inspector/code/code-languages.ts'
import { codeRequest } from '../../core/inspector/code/code-request.ts'
import { CODE_WRITERS } from '../../core/inspector/code/request-code.ts'
import { walletPackages } from '../../core/inspector/code/wallet-family.ts'
import { inspectorStore, setCodeLanguage, setCodeWallet } from '../../page/inspector-store.ts'
import { LongText } from '../../ui/content/code.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'

const wallets = [
  { value: 'evm', label: 'EVM wallet' },
  { value: 'solana', label: 'Solana wallet' },
] as const

const hints: Record<CodeLanguage, string> = {
  curl: 'For bash and other POSIX shells.',
  python: 'With the official client: pip install openai',
  javascript: 'With the official client, for Node 20 or later: npm install openai',
  fetch: 'For Node 20 or later, saved as a .mjs or .mts file. Nothing to install.',
  vitest: 'For Vitest: save it as request.test.ts and run npx vitest run.',
}

interface ExchangeProps {
  exchange: Exchange
}

/** The request as code that repeats it, or tests it. */
export const CodeTab = memo(function CodeTab({ exchange }: ExchangeProps) {
  const languages = codeLanguagesFor(exchange.protocol)
  const preferred = useStore(inspectorStore, (state) => state.language)
  const language = languages.find(({ value }) => value === preferred)?.value ?? 'curl'
  const wallet = useStore(inspectorStore, (state) => state.wallet)
  const read = useMemo(() => codeRequest(exchange, wallet), [exchange, wallet])
  const code = useMemo(() => CODE_WRITERS[language](read), [language, read])
  const isWallet = read.secrets.some(({ by }) => by !== undefined)
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex flex-wrap gap-2">
        <Segmented
          label="Language"
          options={languages}
          value={language}
          onChange={setCodeLanguage}
          className="[&>label]:px-1.5 [&>label]:text-xs"
        />
        {isWallet && (
          <Segmented label="Wallet" options={wallets} value={wallet} onChange={setCodeWallet} />
        )}
      </div>
      <LongText label="Code" read={(limit) => code.slice(0, limit)} whole={() => code} />
      <p className="text-xs text-text-3">
        {hints[language]} The code contains no secrets: it reads them from the environment.
        {isWallet && (language === 'javascript' || language === 'fetch') && (
          <> The wallet signs with npm install {walletPackages(wallet)}.</>
        )}
      </p>
    </div>
  )
}, isSameCode)

/** A response that still streams changes nothing: tests are written when it is over. */
function isSameCode({ exchange: before }: ExchangeProps, { exchange: after }: ExchangeProps) {
  return (
    before.request === after.request &&
    before.headers === after.headers &&
    before.outcome === after.outcome
  )
}
