import { type FormEvent, useRef } from 'react'

import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { backUpPocket, markBackedUp } from '../../../core/wallet/pocket/backup.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { PassphraseInput } from './passphrase-input.tsx'
import { ProblemNotice, usePocketTask } from './pocket-task.tsx'

/** Saves the backup file of an account: its key, encrypted with a passphrase. */
export function BackupDialog({
  account,
  onClose,
}: {
  account: PocketAccount
  onClose: () => void
}) {
  const passphrase = useRef<HTMLInputElement>(null)
  const { isRunning, problem, run } = usePocketTask()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await run(async () => {
      const { fileName, text } = await backUpPocket(
        pocket,
        account.id,
        passphrase.current?.value ?? '',
      )
      saveFile(fileName, new Blob([text], { type: 'application/json' }))
      await markBackedUp(pocket, account.id)
    })
    if (isSaved) onClose()
  }
  return (
    <Dialog title="Back up pocket account" onClose={onClose}>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4 text-sm">
        <p className="text-text-2">
          A file with the key, encrypted. Whoever has it and the passphrase can use the account.
        </p>
        <PassphraseInput
          label="Passphrase"
          hint="12 characters or more. It can't be recovered: store it apart from the file."
          field={passphrase}
        />
        <ProblemNotice problem={problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={isRunning}>
            {isRunning && <Spinner />} Save backup
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
