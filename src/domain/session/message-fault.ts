/** Why a mail or a text message did not go out; texts under `refusals.mail` and `refusals.sms`. `busy` is whoever asks for another attempt later. */
export type MessageFault =
  | 'unreachable'
  | 'tooSlow'
  | 'busy'
  | 'insecure'
  | 'loginRefused'
  | 'senderRefused'
  | 'recipientRefused'
  | 'refused';
