export const names = {
  'The registry cannot be reached. This says nothing about the domain and usually resolves itself.':
    'Die Registrierungsstelle ist nicht erreichbar. Das sagt nichts über die Domain und löst sich meist von selbst.',
  'The registry did not respond in time. This says nothing about the domain and usually resolves itself.':
    'Die Registrierungsstelle hat nicht rechtzeitig geantwortet. Das sagt nichts über die Domain und löst sich ' +
    'meist von selbst.',
  'The registry returned something unreadable. It may limit requests; the data is as old as the last good response. Wait for the next check.':
    'Die Registrierungsstelle hat etwas Unlesbares geantwortet. Sie begrenzt vielleicht Anfragen; die Daten sind ' +
    'so alt wie die letzte gute Antwort. Warte auf die nächste Prüfung.',
  'The registry returned something unreadable. The data is as old as the last good response. Wait for the next check.':
    'Die Registrierungsstelle hat etwas Unlesbares geantwortet. Die Daten sind so alt wie die letzte gute ' +
    'Antwort. Warte auf die nächste Prüfung.',
  'The registry returned an error. This says nothing about the domain. The registry may limit requests; wait for the next check.':
    'Die Registrierungsstelle hat einen Fehler gemeldet. Das sagt nichts über die Domain. Sie begrenzt vielleicht ' +
    'Anfragen; warte auf die nächste Prüfung.',
  'After expiry, site and mail stop working and someone else can take the name. Renew it at the registrar, and check the payment method.':
    'Nach dem Ablauf funktionieren Website und Mail nicht mehr, und andere können den Namen übernehmen. ' +
    'Verlängere ihn bei der Registrierungsstelle und prüfe die Zahlungsart.',
  'Site and mail can stop working at any moment. Renew the domain at the registrar now; after the grace period it costs more or is lost.':
    'Website und Mail können jederzeit ausfallen. Verlängere die Domain jetzt; nach der Karenzzeit wird es ' +
    'teurer, oder sie ist verloren.',
  'Anyone can take the name now. Register it immediately, and check why it was lost.':
    'Jeder kann den Namen jetzt übernehmen. Registriere ihn sofort und prüfe, warum er verloren ging.',
  'Site and mail do not work for anyone. Ask the registrar why: often it is a missed payment, an unconfirmed address or an abuse report.':
    'Website und Mail funktionieren für niemanden. Frage die Registrierungsstelle nach dem Grund: Oft ist es ' +
    'eine ausgebliebene Zahlung, eine unbestätigte Adresse oder eine Missbrauchsmeldung.',
  'It can be restored for a short time only. Ask the registrar to restore it today.':
    'Sie lässt sich nur kurze Zeit wiederherstellen. Bitte die Registrierungsstelle noch heute darum.',
  'Anyone with the transfer code could take the domain. Switch the lock on at the registrar, unless you are transferring it.':
    'Jeder mit dem Transfercode könnte die Domain übernehmen. Schalte die Sperre bei der Registrierungsstelle ' +
    'ein, wenn du sie nicht gerade überträgst.',
  'The name servers decide where site and mail go. If you did not change them, log in at the registrar now and change the password.':
    'Die Nameserver bestimmen, wohin Website und Mail gehen. Wenn du sie nicht geändert hast, melde dich jetzt ' +
    'bei der Registrierungsstelle an und ändere das Passwort.',
  'The name servers decide where site and mail go. Correct them at the registrar; if you did not change them, change the password too.':
    'Die Nameserver bestimmen, wohin Website und Mail gehen. Berichtige sie bei der Registrierungsstelle; wenn du ' +
    'sie nicht geändert hast, ändere auch das Passwort.',
  'The domain was transferred. If you did not do this, call the old registrar now: transfers can be undone for a few days.':
    'Die Domain wurde übertragen. Wenn du das nicht warst, melde dich sofort bei der alten Registrierungsstelle: ' +
    'Übertragungen lassen sich einige Tage lang rückgängig machen.',
  'The domain is at a different registrar. If you did not transfer it, call the expected registrar.':
    'Die Domain liegt bei einer anderen Registrierungsstelle. Wenn du sie nicht übertragen hast, melde dich bei ' +
    'der erwarteten.',
  'Locks or holds were set or removed. Compare the codes in the evidence with what you expect.':
    'Sperren wurden gesetzt oder entfernt. Vergleiche die Codes im Nachweis mit dem, was du erwartest.',
  'DNS responses can be forged. Sign the zone and give its DS record to the registrar.':
    'DNS-Antworten lassen sich fälschen. Signiere die Zone und gib ihren DS-Eintrag der Registrierungsstelle.',
  'If you did not change it, log in at the registrar and check what was done.':
    'Wenn du es nicht geändert hast, melde dich bei der Registrierungsstelle an und prüfe, was getan wurde.',
  'A domain that is younger than you remember was lost and registered again. Check who owns it.':
    'Eine Domain, die jünger ist als gedacht, ging verloren und wurde neu registriert. Prüfe, wem sie gehört.',
  'The registry responds slowly. Only this monitor is affected, and it usually resolves itself.':
    'Die Registrierungsstelle antwortet langsam. Nur dieser Monitor ist betroffen, und meist löst es sich von selbst.',
  'The data is as old as the last good response. The registry may be down or limit requests; it usually resolves itself.':
    'Die Daten sind so alt wie die letzte gute Antwort. Die Registrierungsstelle ist vielleicht gestört oder ' +
    'begrenzt Anfragen; meist löst es sich von selbst.',
  "The lists could not be queried, or the name has no address. Check the monitor's resolver and the target's records.":
    'Die Listen ließen sich nicht abfragen, oder der Name hat keine Adresse. Prüfe den Resolver des Monitors und ' +
    'die Einträge des Ziels.',
  "The name servers did not respond in time. Check whether they run and whether the monitor's resolver reaches them.":
    'Die Nameserver haben nicht rechtzeitig geantwortet. Prüfe, ob sie laufen und ob der Resolver des Monitors ' +
    'sie erreicht.',
  'The name server cannot be reached. Check whether it runs and whether the monitor uses the right resolver.':
    'Der Nameserver ist nicht erreichbar. Prüfe, ob er läuft und ob der Monitor den richtigen Resolver nutzt.',
  'Mail is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the evidence to remove the entry.':
    'Mail wird abgelehnt oder als Spam abgelegt. Finde heraus, was gesendet wurde, stoppe es und bitte dann die ' +
    'Listen im Nachweis, den Eintrag zu entfernen.',
  'This is good if you requested it. Lists also remove entries automatically, and add them again if spam continues: check the cause.':
    'Das ist gut, wenn du darum gebeten hast. Listen entfernen Einträge auch von selbst und nehmen sie wieder ' +
    'auf, wenn der Spam anhält: Prüfe die Ursache.',
  'Mail that mentions the domain is rejected, no matter who sends it. Check whether the site was hacked or the name is abused, then request removal.':
    'Mail, die die Domain erwähnt, wird abgelehnt, egal wer sie sendet. Prüfe, ob die Website gehackt wurde oder ' +
    'der Name missbraucht wird, und beantrage die Löschung.',
  'Lists were added to or removed from the monitor. Check whether that was intended.':
    'Listen kamen zum Monitor hinzu oder fielen weg. Prüfe, ob das gewollt war.',
  'Many lists refuse large public resolvers. Set your own resolver in the monitor, and check whether it can reach them.':
    'Viele Listen verweigern großen öffentlichen Resolvern die Antwort. Trage im Monitor einen eigenen ein und ' +
    'prüfe, ob er sie erreicht.',
  'Many lists refuse large public resolvers. Set your own resolver in the monitor, or remove these lists.':
    'Viele Listen verweigern großen öffentlichen Resolvern die Antwort. Trage im Monitor einen eigenen ein oder ' +
    'entferne diese Listen.',
  'Some lists respond slowly; the evidence shows which. Set your own resolver in the monitor, or remove these lists.':
    'Manche Listen antworten langsam; der Nachweis zeigt, welche. Trage im Monitor einen eigenen Resolver ein ' +
    'oder entferne diese Listen.',
  'The breach directory cannot be reached. This says nothing about your domain and usually resolves itself.':
    'Das Verzeichnis der Datenlecks ist nicht erreichbar. Das sagt nichts über deine Domain und löst sich meist ' +
    'von selbst.',
  'The breach directory did not respond in time. This says nothing about your domain and usually resolves itself.':
    'Das Verzeichnis der Datenlecks hat nicht rechtzeitig geantwortet. Das sagt nichts über deine Domain und löst ' +
    'sich meist von selbst.',
  'The breach directory returned an error. This says nothing about your domain and usually resolves itself.':
    'Das Verzeichnis der Datenlecks hat einen Fehler gemeldet. Das sagt nichts über deine Domain und löst sich ' +
    'meist von selbst.',
  'The breach directory returned something unreadable. If this continues, check the directory URL of this installation.':
    'Das Verzeichnis der Datenlecks hat etwas Unlesbares geantwortet. Wenn das anhält, prüfe die Adresse des ' +
    'Verzeichnisses in dieser Installation.',
  'Accounts of this domain are in a new leak. The evidence names it: change passwords there and wherever they were reused.':
    'Konten dieser Domain stehen in einem neuen Datenleck. Der Nachweis nennt es: Ändere Passwörter dort und ' +
    'überall, wo sie wiederverwendet wurden.',
}
