/** What stands in a conversation without messages: a question, right above where it is answered. */
export function EmptyConversation() {
  return (
    <p className="mt-auto text-center text-lg font-semibold text-balance sm:text-xl">
      What do you want to see on the wire?
    </p>
  )
}
