import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** What sharing will hold; it is not built, and says so. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Share this setup"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-warn">Sharing is not built yet: no link can be made today.</p>
        <p>
          <strong className="font-semibold">A link will hold</strong> the model, the settings you
          changed, the tools and the messages you choose.
        </p>
        <p>
          <strong className="font-semibold">It will never hold</strong> keys, headers, the base URL,
          your wallet, or the bytes of attachments. Opening one will show what it changes and ask;
          it will never send anything by itself.
        </p>
        <p className="text-text-2">
          Until then, copy a request as curl, Python or JavaScript from the Code tab of the
          Inspector.
        </p>
      </div>
    </Dialog>
  )
}
