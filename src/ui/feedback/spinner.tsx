/** A turning ring beside words that say what is being done. */
export function Spinner() {
  return (
    <span
      aria-hidden
      className="inline-block size-3.5 animate-spin rounded-full border-2 border-line-strong border-t-transparent"
    />
  )
}
