/** Everything about attachments, fetched as one part of the page. */
export const loadAttachments = () =>
  import('./attachments.ts').then(({ attachments }) => attachments)
