/** What stands in a conversation without messages: a question, right above where it is answered. */
export function EmptyConversation() {
  return (
    // Where there is little height, as with large zoom, half of it would be cut off.
    <p className="mt-auto text-center text-lg font-semibold text-balance sm:text-xl [@media(max-height:28rem)]:hidden">
      What do you want to see on the wire?
    </p>
  )
}
