import { type FormEvent, useState } from 'react'

import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { DEFAULT_LIMITS, limitsProblem } from '../../../core/wallet/pocket/limits.ts'
import { createPocketAccount } from '../../../core/wallet/pocket/pocket-account.ts'
import { networkWords } from '../../../core/wallet/state/local-chains.ts'
import { namedNetwork } from '../../../core/wallet/state/requirements.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/toggles.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { AdviceNotice, useTask } from '../../failures/task.tsx'
import { useLocalChains } from '../use-local-chains.ts'
import { useKeyPlace } from './key-place-field.tsx'
import { LimitFields } from './limit-fields.tsx'

interface CreateDialogProps {
  connection: Connection
  /** Those without an account; the first is proposed. */
  networks: readonly [PaymentNetwork, ...PaymentNetwork[]]
  onCreated: (account: PocketAccount) => void
  onClose: () => void
}

/** Creates a pocket account, after it was shown in words what it will sign by itself. */
export function CreateDialog({ connection, networks, onCreated, onClose }: CreateDialogProps) {
  const [networkId, setNetworkId] = useState(networks[0].id)
  const [limits, setLimits] = useState(DEFAULT_LIMITS)
  const { keyPlaceField, prepareKeyPlace } = useKeyPlace()
  const { isRunning, problem, run } = useTask()
  const network = networks.find(({ id }) => id === networkId) ?? networks[0]
  const { host } = new URL(connection.upstreamOrigin ?? connection.baseUrl)
  const local = useLocalChains()
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (limitsProblem(limits) !== undefined) return
    await run(async () => {
      const keyPlace = await prepareKeyPlace()
      const named = namedNetwork(wallet, network.id)
      const { baseUrl } = connection
      onCreated(await createPocketAccount(pocket, { network: named, baseUrl, limits, keyPlace }))
    })
  }
  return (
    <Dialog title="New pocket account" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => void create(event)}
        className="flex flex-col gap-4 text-sm"
      >
        <div className="flex flex-col gap-2 text-text-2">
          <p>
            On {networkWords(network, local)}. It signs by itself, within your limits, for{' '}
            <span className="font-mono text-xs">{host}</span>:
          </p>
          <ul className="list-disc pl-5">
            <li>the sign-in of each request that you send</li>
            <li>top-ups, when you press or when funding arrives</li>
            <li>what you send back to your own wallet</li>
          </ul>
          <p>It signs nothing else. The most you can lose is what you put in.</p>
        </div>
        {networks.length > 1 && (
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium">Network</span>
            <Segmented
              label="Network"
              options={networks.map(({ id, name }) => ({ value: id, label: name }))}
              value={network.id}
              onChange={setNetworkId}
            />
          </div>
        )}
        <LimitFields limits={limits} onChange={setLimits} />
        {keyPlaceField}
        <p className="text-warn">
          If this browser's data is lost, so is the account. Back it up before you fund it.
        </p>
        <AdviceNotice advice={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={limitsProblem(limits) !== undefined}
            aria-disabled={isRunning}
          >
            {isRunning && <Spinner />} Create pocket account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
