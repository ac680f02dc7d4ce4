/** What a pocket account is for, where there is none. */
export function PocketIntro({ isAway }: { isAway: boolean }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-base font-semibold">Pocket account</h3>
      <p className="max-w-prose text-sm text-text-2">
        {isAway
          ? 'Your wallet would warn at every message; a pocket account signs within limits you set.'
          : 'A wallet prompts for every request. A pocket account signs by itself, without prompts.'}
      </p>
      <p className="max-w-prose text-sm text-text-2">
        Put in a few dollars and set its limits. You can't lose more than that.
      </p>
    </div>
  )
}
