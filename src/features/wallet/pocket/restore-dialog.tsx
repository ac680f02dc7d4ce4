import { type FormEvent, useRef, useState } from 'react'

import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { restorePocket } from '../../../core/wallet/pocket/backup.ts'
import type { KeyPlace } from '../../../core/wallet/pocket/pocket-account.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FileButton } from '../../../ui/controls/file-button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { KeyPlaceField } from './key-place-field.tsx'
import { PassphraseInput } from './passphrase-input.tsx'
import { needKeyPlace } from './pocket-acts.ts'
import { ProblemNotice, usePocketTask } from './pocket-task.tsx'

/** Brings an account back from its backup file. */
export function RestoreDialog({
  onRestored,
  onClose,
}: {
  onRestored: (account: PocketAccount) => void
  onClose: () => void
}) {
  const [file, setFile] = useState<File>()
  const passphrase = useRef<HTMLInputElement>(null)
  const [keyPlace, setKeyPlace] = useState<KeyPlace>('vault')
  const { isRunning, problem, run } = usePocketTask()
  const restore = async (event: FormEvent) => {
    event.preventDefault()
    if (file === undefined) return
    await run(async () => {
      await needKeyPlace(keyPlace)
      const text = await file.text()
      onRestored(
        await restorePocket(pocket, text, {
          passphrase: passphrase.current?.value ?? '',
          keyPlace,
        }),
      )
    })
  }
  return (
    <Dialog title="Restore pocket account" onClose={onClose}>
      <form onSubmit={(event) => void restore(event)} className="flex flex-col gap-4 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <FileButton label="Backup file" accept=".json,application/json" onFile={setFile}>
            <span className="text-accent underline">Choose file</span>
          </FileButton>
          <span className="min-w-0 truncate text-text-2">{file?.name ?? 'No file chosen'}</span>
        </p>
        <PassphraseInput label="Passphrase of the backup" field={passphrase} />
        <KeyPlaceField value={keyPlace} onChange={setKeyPlace} />
        <ProblemNotice problem={problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={file === undefined}
            aria-disabled={isRunning}
          >
            {isRunning && <Spinner />} Restore
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
