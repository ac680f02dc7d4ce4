/**
 * The most common words of languages that share an alphabet, and after `|` letters that few others of them
 * have. Words that several have are listed for each of them.
 */
export const languageWords: Readonly<Record<string, string>> = {
  en: 'the and of to in is that it for was with as are this be have from or by not you which but they we can will their there has what if would about your when',
  de: 'der die das und ist nicht ein eine zu den mit von auf für im dem sich des auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über ich wir oder aber|ßäöü',
  fr: 'le la les de des et est un une du en que qui dans pour pas sur au plus par avec ce il ne se sont cette aux nous vous mais ou je elle été être ont leur|çœêèùâîû',
  es: 'el la los las de y en que es un una del por con para no se su al lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre son también|ñ¿¡',
  pt: 'o a os as de e em que é um uma do da no na por com para não se dos das ao mais como mas foi ele sua ou ser são está também seu pelo pela isso você|ãõç',
  it: 'il lo la gli le di e che è un una in per non con del della dei sono si da al come più ma nel anche alla questo ha delle nella o se ci essere|ìò',
  nl: 'de het een en van in is dat op te zijn voor met niet die aan er om ook als bij door maar naar uit nog ik je wordt worden over heeft hebben dan of deze',
  sv: 'och att det som en på är av för med den till inte har de ett om jag var men från vi så kan när man sig eller också skulle efter där vara|åäö',
  da: 'og at det er en på til af for med den ikke som der har de et jeg var men fra vi så kan når man sig eller også af efter hvor være blev|åæø',
  nb: 'og at det er en på til av for med den ikke som har de et jeg var men fra vi så kan når man seg eller også etter hvor være ble noe bare|åæø',
  fi: 'ja on ei että se hän oli ovat mutta kun niin kuin myös joka tai mitä sen olla voi jos nyt vain sekä ole minä tämä hänen ovat|äö',
  pl: 'i w na z do się nie jest to że o jak po co ale za od przez tym być są dla oraz który które tak jego czy może już tylko|łżśćąęńź',
  cs: 'a v na se je že s z do to i o jako pro ale za by které jsou od po který není jeho také nebo tak jsem být při což|řěůčšž',
  ro: 'și de în la a cu pe nu este o un că din mai pentru care sunt ce se au fi sau dar prin fost această lui ca către|șțăâî',
  hu: 'a az és hogy nem is egy ez van de meg csak volt azt már vagy mint el ha még ki lehet kell ezt minden amely|őű',
  tr: 've bir bu da de için ile çok olarak daha ne gibi kadar var olan ama değil en sonra ya mi ki o her veya tarafından|ğışç',
  id: 'yang dan di dengan untuk ini itu dari dalam tidak akan pada adalah ke atau juga saya oleh sebagai karena bisa ada mereka telah kami lebih dapat',
  vi: 'và của là có cho không được trong các một những người với này đã để khi từ về như cũng đến tôi bạn nhiều theo|đơưạảấầậếềệộớờợụủứữựịỉ',
  ru: 'и в не на что я с он как это по но из у за от так же для к вы бы то только его было ещё или если|ыэё',
  uk: 'і в не на що я з він як це по але у за від так та для до ви б то його було ще або якщо є|їєґі',
  bg: 'и в не на че аз с той как това по но от за са се да е като си ще към или ако|ъ',
  hi: 'के है में की और का से को हैं एक यह पर ने नहीं कि था लिए भी तो जो',
  mr: 'आहे आणि या च्या हे ते की आहेत होते नाही एक मध्ये तर पण साठी हा असे',
  ar: 'في من على إلى أن هذا هذه التي الذي مع عن كان لا ما هو هي ذلك كل بعد أو',
  fa: 'و در به از که این است را با برای آن یک می شود شد تا خود بر هم نیز|پچژگ',
  ur: 'کے ہے میں کی اور کا سے کو ہیں یہ پر نے نہیں کہ تھا ایک بھی|پچژگٹڈےں',
}
