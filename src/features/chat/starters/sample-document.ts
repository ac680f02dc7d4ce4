const TEXT = `Release notes, version 4

- The export writes dates as ISO 8601. They were local dates before.
- Sessions end after 30 minutes without use; it was 8 hours.
- The colour of links is easier to read in the dark theme.
- The address /v1/report is gone. Use /v2/reports.
`

/** A small text file to ask about. */
export function sampleDocument(): File {
  return new File([TEXT], 'release-notes.txt', { type: 'text/plain' })
}
