import { useState } from 'react'
import { useStore } from 'zustand'

import { readKeyBalance } from '../../core/client/account/key-balance.ts'
import { balanceInWords } from '../../core/image/run/run-notes.ts'
import type { ImageRun } from '../../core/storage/images/image-run.ts'
import { client } from '../../page/client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'

/** Asks for the credit now, to tell whether a run without an answer was billed. */
export function BalanceCheck({ run }: { run: ImageRun }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const [, navigate] = useLocation()
  const [words, setWords] = useState<string>()
  const [asking, setAsking] = useState(false)
  if (connection?.credential?.kind === 'wallet')
    return <Button onClick={() => navigate('/wallet')}>Check balance in Wallet</Button>
  const check = async () => {
    if (connection === undefined) return
    setAsking(true)
    try {
      setWords(
        balanceInWords(run, await readKeyBalance(client, connection, AbortSignal.timeout(20_000))),
      )
    } catch (error) {
      setWords(`Couldn't read the balance. ${error instanceof Error ? error.message : ''}`)
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <Button disabled={connection === undefined || asking} onClick={() => void check()}>
        Check balance
      </Button>
      <output className="w-full empty:hidden">{words}</output>
    </>
  )
}
