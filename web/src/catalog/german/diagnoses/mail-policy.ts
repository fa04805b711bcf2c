export const mailPolicy = {
  "The records could not be looked up, so the policies are unknown. Check the domain's name servers.":
    'Die Einträge ließen sich nicht nachschlagen, deshalb sind die Richtlinien unbekannt. Prüfe die Nameserver ' +
    'der Domain.',
  'The evidence lists what costs points. Start with SPF and DMARC: they matter most to receivers.':
    'Der Nachweis zählt auf, was Punkte kostet. Beginne mit SPF und DMARC: Sie zählen bei Empfängern am meisten.',
  'Without MX records hardly anyone can send mail to the domain. Check the zone and who changed it last.':
    'Ohne MX-Einträge kann kaum jemand Mail an die Domain senden. Prüfe die Zone und wer sie zuletzt geändert hat.',
  'Mail to the other servers is delayed or lost. Correct the names in the MX records, or give them addresses.':
    'Mail an die anderen Server kommt verspätet oder gar nicht an. Berichtige die Namen in den MX-Einträgen oder ' +
    'gib ihnen Adressen.',
  'Anyone can send mail as this domain. Publish a TXT record that lists your senders and ends in -all or ~all.':
    'Jeder kann Mail im Namen dieser Domain senden. Veröffentliche einen TXT-Eintrag, der deine Absender aufzählt ' +
    'und auf -all oder ~all endet.',
  'Forged mail passes, or your own is rejected. Correct what the evidence names: no record, several records, a typo, or more than ten lookups.':
    'Gefälschte Mail kommt durch, oder deine eigene wird abgelehnt. Berichtige, was der Nachweis nennt: kein ' +
    'Eintrag, mehrere Einträge, ein Tippfehler oder mehr als zehn Abfragen.',
  'Receivers stop after ten lookups and treat the record as invalid. Drop senders that you no longer use, or list their addresses.':
    'Empfänger hören nach zehn Abfragen auf und behandeln den Eintrag als ungültig. Entferne Absender, die du ' +
    'nicht mehr nutzt, oder trage ihre Adressen ein.',
  'The weaker the ending, the more forged mail passes. Once all your senders are in the record, change it to -all.':
    'Je schwächer das Ende, desto mehr gefälschte Mail kommt durch. Sobald alle deine Absender im Eintrag stehen, ' +
    'ändere es zu -all.',
  'Receivers accept forged mail, and large ones may delay yours. Publish a TXT record at _dmarc; start with p=none and a report address.':
    'Empfänger nehmen gefälschte Mail an, und große verzögern deine vielleicht. Veröffentliche einen TXT-Eintrag ' +
    'unter _dmarc; beginne mit p=none und einer Adresse für Berichte.',
  'Receivers accept forged mail, and large ones may delay yours. Publish one TXT record at _dmarc; the evidence shows the current ones.':
    'Empfänger nehmen gefälschte Mail an, und große verzögern deine vielleicht. Veröffentliche einen einzigen ' +
    'TXT-Eintrag unter _dmarc; der Nachweis zeigt die jetzigen.',
  'Forged mail passes more easily than it should. Once the reports are clean, move to quarantine and then to reject.':
    'Gefälschte Mail kommt leichter durch, als sie sollte. Sobald die Berichte sauber sind, wechsle zu quarantine ' +
    'und dann zu reject.',
  'The rest of the forged mail passes. Once the reports are clean, raise pct to 100 or remove it.':
    'Der Rest der gefälschten Mail kommt durch. Sobald die Berichte sauber sind, erhöhe pct auf 100 oder entferne es.',
  'You get no reports about mail sent as your domain. Add rua=mailto: with an address that someone reads.':
    'Du bekommst keine Berichte über Mail im Namen deiner Domain. Ergänze rua=mailto: mit einer Adresse, die ' +
    'jemand liest.',
  'Signatures with this selector fail, and mail may be rejected. The evidence names it: publish its key again, or remove it from the monitor.':
    'Signaturen mit diesem Selektor sind ungültig, und Mail wird vielleicht abgelehnt. Der Nachweis nennt ihn: ' +
    'Veröffentliche seinen Schlüssel wieder oder entferne ihn aus dem Monitor.',
  'Signatures with the other selectors fail. The evidence names them: publish their keys again, or remove them from the monitor.':
    'Signaturen mit den anderen Selektoren sind ungültig. Der Nachweis nennt sie: Veröffentliche ihre Schlüssel ' +
    'wieder oder entferne sie aus dem Monitor.',
  'Keys below 1024 bits are ignored; 2048 is common. Create a new key and publish it under a new selector.':
    'Schlüssel unter 1024 Bit werden ignoriert; üblich sind 2048. Erzeuge einen neuen und veröffentliche ihn ' +
    'unter einem neuen Selektor.',
  'Senders cannot enforce encryption. Check the _mta-sts record, the web server of mta-sts and its certificate.':
    'Absender können Verschlüsselung nicht erzwingen. Prüfe den Eintrag _mta-sts, den Webserver von mta-sts und ' +
    'sein Zertifikat.',
  'Senders enforce encryption only in enforce mode. Once the TLS reports are clean, change the mode in the policy file.':
    'Absender erzwingen Verschlüsselung nur im Modus enforce. Sobald die TLS-Berichte sauber sind, ändere den ' +
    'Modus in der Richtliniendatei.',
  'You get no reports about senders that fail to encrypt. Publish a TXT record at _smtp._tls with a report address.':
    'Du bekommst keine Berichte über Absender, die nicht verschlüsseln können. Veröffentliche einen TXT-Eintrag ' +
    'unter _smtp._tls mit einer Adresse für Berichte.',
  'Mail programs will not show your logo. Check the record, whether the logo can be fetched, and its certificate.':
    'Mailprogramme zeigen dein Logo nicht. Prüfe den Eintrag, ob das Logo abrufbar ist, und sein Zertifikat.',
  'Senders that require DANE hold back mail if records and certificates differ. Publish records for the current certificates.':
    'Absender, die DANE verlangen, halten Mail zurück, wenn Einträge und Zertifikate voneinander abweichen. ' +
    'Veröffentliche Einträge für die jetzigen Zertifikate.',
  'DNS responses can be forged, and DANE does not work. Sign the zone and give its DS record to the registrar.':
    'DNS-Antworten lassen sich fälschen, und DANE funktioniert nicht. Signiere die Zone und gib ihren DS-Eintrag ' +
    'der Registrierungsstelle.',
  'If you did not change it, check who has access to the zone. The evidence shows both versions.':
    'Wenn du es nicht geändert hast, prüfe, wer Zugriff auf die Zone hat. Der Nachweis zeigt beide Fassungen.',
  'Forged mail passes more easily now. The evidence shows before and after; if you did not change it, check who has access to the zone.':
    'Gefälschte Mail kommt jetzt leichter durch. Der Nachweis zeigt vorher und nachher; wenn du es nicht geändert ' +
    'hast, prüfe, wer Zugriff auf die Zone hat.',
  'The evidence lists them. Correct the records, or what the monitor expects.':
    'Der Nachweis zählt sie auf. Berichtige die Einträge oder das, was der Monitor erwartet.',
}
