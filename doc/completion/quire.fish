# Completion of quire's command lines for fish. The lines are made from the verbs' own help by make regen.

# whether the line so far begins with these verbs
function __quire_in
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); or return 1
    for i in (seq (count $argv))
        test "$words[$i]" = "$argv[$i]"; or return 1
    end
end

# whether it is just that
function __quire_is
    test (count (commandline -opc)) -eq (math (count $argv) + 1); and __quire_in $argv
end

complete -c quire -n '__fish_use_subcommand' -f -a 'run check describe law fit import verify compare explain convert export report live doe calibrate new fmt upgrade completion help version'
complete -c quire -n '__fish_use_subcommand' -s V -l version
complete -c quire -n '__quire_is doe' -f -a 'plan points run status export report import analyse predict optimise confirm tolerances improve worker collect boundary probability windows submit'
complete -c quire -n '__quire_in run' -l output -r
complete -c quire -n '__quire_in run' -l set -r
complete -c quire -n '__quire_in run' -l accuracy -r
complete -c quire -n '__quire_in run' -l end -r
complete -c quire -n '__quire_in run' -l sample -r
complete -c quire -n '__quire_in run' -l position-tolerance -r
complete -c quire -n '__quire_in run' -l method -r
complete -c quire -n '__quire_in run' -l vectors -r
complete -c quire -n '__quire_in run' -l motion -r
complete -c quire -n '__quire_in run' -l columns -r
complete -c quire -n '__quire_in run' -l threads -r
complete -c quire -n '__quire_in run' -l error-bars
complete -c quire -n '__quire_in run' -l time-limit -r
complete -c quire -n '__quire_in run' -l format -r
complete -c quire -n '__quire_in run' -l quiet
complete -c quire -n '__quire_in run' -l force
complete -c quire -n '__quire_in run' -l help
complete -c quire -n '__quire_in check' -l set -r
complete -c quire -n '__quire_in check' -l parameters
complete -c quire -n '__quire_in check' -l resolved
complete -c quire -n '__quire_in check' -l review
complete -c quire -n '__quire_in check' -l format -r
complete -c quire -n '__quire_in check' -l quiet
complete -c quire -n '__quire_in check' -l help
complete -c quire -n '__quire_in describe' -l search
complete -c quire -n '__quire_in describe' -l schema
complete -c quire -n '__quire_in describe' -l reference
complete -c quire -n '__quire_in describe' -l help
complete -c quire -n '__quire_in law' -l set -r
complete -c quire -n '__quire_in law' -l points -r
complete -c quire -n '__quire_in law' -l impact -r
complete -c quire -n '__quire_in law' -l format -r
complete -c quire -n '__quire_in law' -l help
complete -c quire -n '__quire_in fit' -l law -r
complete -c quire -n '__quire_in fit' -l set -r
complete -c quire -n '__quire_in fit' -l free -r
complete -c quire -n '__quire_in fit' -l mass -r
complete -c quire -n '__quire_in fit' -l speed -r
complete -c quire -n '__quire_in fit' -l restitution -r
complete -c quire -n '__quire_in fit' -l sheets -r
complete -c quire -n '__quire_in fit' -l area -r
complete -c quire -n '__quire_in fit' -l unloaded -r
complete -c quire -n '__quire_in fit' -l format -r
complete -c quire -n '__quire_in fit' -l help
complete -c quire -n '__quire_in import' -l output -r
complete -c quire -n '__quire_in import' -l help
complete -c quire -n '__quire_in verify' -l quiet
complete -c quire -n '__quire_in verify' -l help
complete -c quire -n '__quire_in compare' -l columns -r
complete -c quire -n '__quire_in compare' -l tolerance -r
complete -c quire -n '__quire_in compare' -l format -r
complete -c quire -n '__quire_in compare' -l json
complete -c quire -n '__quire_in compare' -l quiet
complete -c quire -n '__quire_in compare' -l output -r
complete -c quire -n '__quire_in compare' -l set -r
complete -c quire -n '__quire_in compare' -l accuracy -r
complete -c quire -n '__quire_in compare' -l end -r
complete -c quire -n '__quire_in compare' -l sample -r
complete -c quire -n '__quire_in compare' -l position-tolerance -r
complete -c quire -n '__quire_in compare' -l method -r
complete -c quire -n '__quire_in compare' -l vectors -r
complete -c quire -n '__quire_in compare' -l time-limit -r
complete -c quire -n '__quire_in compare' -l force
complete -c quire -n '__quire_in compare' -l help
complete -c quire -n '__quire_in explain' -l margin -r
complete -c quire -n '__quire_in explain' -l low -r
complete -c quire -n '__quire_in explain' -l high -r
complete -c quire -n '__quire_in explain' -l why -r
complete -c quire -n '__quire_in explain' -l runs -r
complete -c quire -n '__quire_in explain' -l time-limit -r
complete -c quire -n '__quire_in explain' -l format -r
complete -c quire -n '__quire_in explain' -l help
complete -c quire -n '__quire_in convert' -l to -r
complete -c quire -n '__quire_in convert' -l output -r
complete -c quire -n '__quire_in convert' -l quiet
complete -c quire -n '__quire_in convert' -l help
complete -c quire -n '__quire_in export' -l output -r
complete -c quire -n '__quire_in export' -l to -r
complete -c quire -n '__quire_in export' -l set -r
complete -c quire -n '__quire_in export' -l quiet
complete -c quire -n '__quire_in export' -l help
complete -c quire -n '__quire_in report' -l output -r
complete -c quire -n '__quire_in report' -l cures
complete -c quire -n '__quire_in report' -l quiet
complete -c quire -n '__quire_in report' -l help
complete -c quire -n '__quire_in live' -l set -r
complete -c quire -n '__quire_in live' -l port -r
complete -c quire -n '__quire_in live' -l no-browser
complete -c quire -n '__quire_in live' -l time-limit -r
complete -c quire -n '__quire_in live' -l help
complete -c quire -n '__quire_in doe' -l help
complete -c quire -n '__quire_in calibrate' -l output -r
complete -c quire -n '__quire_in calibrate' -l force
complete -c quire -n '__quire_in calibrate' -l format -r
complete -c quire -n '__quire_in calibrate' -l runs -r
complete -c quire -n '__quire_in calibrate' -l starts -r
complete -c quire -n '__quire_in calibrate' -l confidence -r
complete -c quire -n '__quire_in calibrate' -l no-profile
complete -c quire -n '__quire_in calibrate' -l no-advice
complete -c quire -n '__quire_in calibrate' -l anyway
complete -c quire -n '__quire_in calibrate' -l workers -r
complete -c quire -n '__quire_in calibrate' -l time-limit -r
complete -c quire -n '__quire_in calibrate' -l memory-limit -r
complete -c quire -n '__quire_in calibrate' -l tries -r
complete -c quire -n '__quire_in calibrate' -l grace -r
complete -c quire -n '__quire_in calibrate' -l quiet
complete -c quire -n '__quire_in calibrate' -l help
complete -c quire -n '__quire_in new' -l from -r
complete -c quire -n '__quire_in new' -l list
complete -c quire -n '__quire_in new' -l no-schema
complete -c quire -n '__quire_in new' -l help
complete -c quire -n '__quire_in fmt' -l check
complete -c quire -n '__quire_in fmt' -l output -r
complete -c quire -n '__quire_in fmt' -l quiet
complete -c quire -n '__quire_in fmt' -l help
complete -c quire -n '__quire_in upgrade' -l in-place
complete -c quire -n '__quire_in upgrade' -l output -r
complete -c quire -n '__quire_in upgrade' -l from -r
complete -c quire -n '__quire_in upgrade' -l help
complete -c quire -n '__quire_in completion' -l help
complete -c quire -n '__quire_in help' -l help
complete -c quire -n '__quire_in version' -l help
complete -c quire -n '__quire_in doe plan' -l workers -r
complete -c quire -n '__quire_in doe plan' -l time-limit -r
complete -c quire -n '__quire_in doe plan' -l no-times
complete -c quire -n '__quire_in doe plan' -l quiet
complete -c quire -n '__quire_in doe plan' -l help
complete -c quire -n '__quire_in doe points' -l output -r
complete -c quire -n '__quire_in doe points' -l format -r
complete -c quire -n '__quire_in doe points' -l force
complete -c quire -n '__quire_in doe points' -l quiet
complete -c quire -n '__quire_in doe points' -l help
complete -c quire -n '__quire_in doe run' -l directory -r
complete -c quire -n '__quire_in doe run' -l set -r
complete -c quire -n '__quire_in doe run' -l workers -r
complete -c quire -n '__quire_in doe run' -l time-limit -r
complete -c quire -n '__quire_in doe run' -l memory-limit -r
complete -c quire -n '__quire_in doe run' -l tries -r
complete -c quire -n '__quire_in doe run' -l grace -r
complete -c quire -n '__quire_in doe run' -l extend
complete -c quire -n '__quire_in doe run' -l retry
complete -c quire -n '__quire_in doe run' -l durability -r
complete -c quire -n '__quire_in doe run' -l quiet
complete -c quire -n '__quire_in doe run' -l help
complete -c quire -n '__quire_in doe status' -l directory -r
complete -c quire -n '__quire_in doe status' -l failed
complete -c quire -n '__quire_in doe status' -l run -r
complete -c quire -n '__quire_in doe status' -l format -r
complete -c quire -n '__quire_in doe status' -l quiet
complete -c quire -n '__quire_in doe status' -l help
complete -c quire -n '__quire_in doe export' -l directory -r
complete -c quire -n '__quire_in doe export' -l output -r
complete -c quire -n '__quire_in doe export' -l format -r
complete -c quire -n '__quire_in doe export' -l force
complete -c quire -n '__quire_in doe export' -l quiet
complete -c quire -n '__quire_in doe export' -l help
complete -c quire -n '__quire_in doe report' -l directory -r
complete -c quire -n '__quire_in doe report' -l output -r
complete -c quire -n '__quire_in doe report' -l format -r
complete -c quire -n '__quire_in doe report' -l force
complete -c quire -n '__quire_in doe report' -l quiet
complete -c quire -n '__quire_in doe report' -l help
complete -c quire -n '__quire_in doe import' -l directory -r
complete -c quire -n '__quire_in doe import' -l force
complete -c quire -n '__quire_in doe import' -l quiet
complete -c quire -n '__quire_in doe import' -l help
complete -c quire -n '__quire_in doe analyse' -l study -r
complete -c quire -n '__quire_in doe analyse' -l factors -r
complete -c quire -n '__quire_in doe analyse' -l noise -r
complete -c quire -n '__quire_in doe analyse' -l responses -r
complete -c quire -n '__quire_in doe analyse' -l block -r
complete -c quire -n '__quire_in doe analyse' -l words -r
complete -c quire -n '__quire_in doe analyse' -l random -r
complete -c quire -n '__quire_in doe analyse' -l rows -r
complete -c quire -n '__quire_in doe analyse' -l terms -r
complete -c quire -n '__quire_in doe analyse' -l select -r
complete -c quire -n '__quire_in doe analyse' -l transform -r
complete -c quire -n '__quire_in doe analyse' -l better -r
complete -c quire -n '__quire_in doe analyse' -l target -r
complete -c quire -n '__quire_in doe analyse' -l minimum -r
complete -c quire -n '__quire_in doe analyse' -l maximum -r
complete -c quire -n '__quire_in doe analyse' -l importance -r
complete -c quire -n '__quire_in doe analyse' -l indices
complete -c quire -n '__quire_in doe analyse' -l output -r
complete -c quire -n '__quire_in doe analyse' -l format -r
complete -c quire -n '__quire_in doe analyse' -l force
complete -c quire -n '__quire_in doe analyse' -l quiet
complete -c quire -n '__quire_in doe analyse' -l help
complete -c quire -n '__quire_in doe predict' -l directory -r
complete -c quire -n '__quire_in doe predict' -l set -r
complete -c quire -n '__quire_in doe predict' -l format -r
complete -c quire -n '__quire_in doe predict' -l quiet
complete -c quire -n '__quire_in doe predict' -l factors -r
complete -c quire -n '__quire_in doe predict' -l noise -r
complete -c quire -n '__quire_in doe predict' -l responses -r
complete -c quire -n '__quire_in doe predict' -l block -r
complete -c quire -n '__quire_in doe predict' -l words -r
complete -c quire -n '__quire_in doe predict' -l random -r
complete -c quire -n '__quire_in doe predict' -l rows -r
complete -c quire -n '__quire_in doe predict' -l terms -r
complete -c quire -n '__quire_in doe predict' -l select -r
complete -c quire -n '__quire_in doe predict' -l transform -r
complete -c quire -n '__quire_in doe predict' -l better -r
complete -c quire -n '__quire_in doe predict' -l target -r
complete -c quire -n '__quire_in doe predict' -l minimum -r
complete -c quire -n '__quire_in doe predict' -l maximum -r
complete -c quire -n '__quire_in doe predict' -l importance -r
complete -c quire -n '__quire_in doe predict' -l help
complete -c quire -n '__quire_in doe optimise' -l directory -r
complete -c quire -n '__quire_in doe optimise' -l set -r
complete -c quire -n '__quire_in doe optimise' -l jams -r
complete -c quire -n '__quire_in doe optimise' -l deviations -r
complete -c quire -n '__quire_in doe optimise' -l pareto -r
complete -c quire -n '__quire_in doe optimise' -l format -r
complete -c quire -n '__quire_in doe optimise' -l quiet
complete -c quire -n '__quire_in doe optimise' -l factors -r
complete -c quire -n '__quire_in doe optimise' -l noise -r
complete -c quire -n '__quire_in doe optimise' -l responses -r
complete -c quire -n '__quire_in doe optimise' -l block -r
complete -c quire -n '__quire_in doe optimise' -l words -r
complete -c quire -n '__quire_in doe optimise' -l random -r
complete -c quire -n '__quire_in doe optimise' -l rows -r
complete -c quire -n '__quire_in doe optimise' -l terms -r
complete -c quire -n '__quire_in doe optimise' -l select -r
complete -c quire -n '__quire_in doe optimise' -l transform -r
complete -c quire -n '__quire_in doe optimise' -l better -r
complete -c quire -n '__quire_in doe optimise' -l target -r
complete -c quire -n '__quire_in doe optimise' -l minimum -r
complete -c quire -n '__quire_in doe optimise' -l maximum -r
complete -c quire -n '__quire_in doe optimise' -l importance -r
complete -c quire -n '__quire_in doe optimise' -l help
complete -c quire -n '__quire_in doe confirm' -l directory -r
complete -c quire -n '__quire_in doe confirm' -l set -r
complete -c quire -n '__quire_in doe confirm' -l runs -r
complete -c quire -n '__quire_in doe confirm' -l seed -r
complete -c quire -n '__quire_in doe confirm' -l format -r
complete -c quire -n '__quire_in doe confirm' -l workers -r
complete -c quire -n '__quire_in doe confirm' -l time-limit -r
complete -c quire -n '__quire_in doe confirm' -l memory-limit -r
complete -c quire -n '__quire_in doe confirm' -l tries -r
complete -c quire -n '__quire_in doe confirm' -l grace -r
complete -c quire -n '__quire_in doe confirm' -l quiet
complete -c quire -n '__quire_in doe confirm' -l help
complete -c quire -n '__quire_in doe tolerances' -l directory -r
complete -c quire -n '__quire_in doe tolerances' -l set -r
complete -c quire -n '__quire_in doe tolerances' -l response -r
complete -c quire -n '__quire_in doe tolerances' -l yield -r
complete -c quire -n '__quire_in doe tolerances' -l format -r
complete -c quire -n '__quire_in doe tolerances' -l quiet
complete -c quire -n '__quire_in doe tolerances' -l help
complete -c quire -n '__quire_in doe improve' -l response -r
complete -c quire -n '__quire_in doe improve' -l designs -r
complete -c quire -n '__quire_in doe improve' -l batch -r
complete -c quire -n '__quire_in doe improve' -l stop -r
complete -c quire -n '__quire_in doe improve' -l jams -r
complete -c quire -n '__quire_in doe improve' -l format -r
complete -c quire -n '__quire_in doe improve' -l workers -r
complete -c quire -n '__quire_in doe improve' -l time-limit -r
complete -c quire -n '__quire_in doe improve' -l memory-limit -r
complete -c quire -n '__quire_in doe improve' -l tries -r
complete -c quire -n '__quire_in doe improve' -l grace -r
complete -c quire -n '__quire_in doe improve' -l durability -r
complete -c quire -n '__quire_in doe improve' -l quiet
complete -c quire -n '__quire_in doe improve' -l help
complete -c quire -n '__quire_in doe worker' -l slice -r
complete -c quire -n '__quire_in doe worker' -l directory -r
complete -c quire -n '__quire_in doe worker' -l workers -r
complete -c quire -n '__quire_in doe worker' -l time-limit -r
complete -c quire -n '__quire_in doe worker' -l memory-limit -r
complete -c quire -n '__quire_in doe worker' -l tries -r
complete -c quire -n '__quire_in doe worker' -l grace -r
complete -c quire -n '__quire_in doe worker' -l quiet
complete -c quire -n '__quire_in doe worker' -l help
complete -c quire -n '__quire_in doe collect' -l directory -r
complete -c quire -n '__quire_in doe collect' -l extend
complete -c quire -n '__quire_in doe collect' -l quiet
complete -c quire -n '__quire_in doe collect' -l help
complete -c quire -n '__quire_in doe boundary' -l set -r
complete -c quire -n '__quire_in doe boundary' -l reach -r
complete -c quire -n '__quire_in doe boundary' -l resolution -r
complete -c quire -n '__quire_in doe boundary' -l runs -r
complete -c quire -n '__quire_in doe boundary' -l of -r
complete -c quire -n '__quire_in doe boundary' -l format -r
complete -c quire -n '__quire_in doe boundary' -l workers -r
complete -c quire -n '__quire_in doe boundary' -l time-limit -r
complete -c quire -n '__quire_in doe boundary' -l memory-limit -r
complete -c quire -n '__quire_in doe boundary' -l tries -r
complete -c quire -n '__quire_in doe boundary' -l grace -r
complete -c quire -n '__quire_in doe boundary' -l quiet
complete -c quire -n '__quire_in doe boundary' -l help
complete -c quire -n '__quire_in doe probability' -l of -r
complete -c quire -n '__quire_in doe probability' -l method -r
complete -c quire -n '__quire_in doe probability' -l runs -r
complete -c quire -n '__quire_in doe probability' -l seed -r
complete -c quire -n '__quire_in doe probability' -l confidence -r
complete -c quire -n '__quire_in doe probability' -l set -r
complete -c quire -n '__quire_in doe probability' -l format -r
complete -c quire -n '__quire_in doe probability' -l workers -r
complete -c quire -n '__quire_in doe probability' -l time-limit -r
complete -c quire -n '__quire_in doe probability' -l memory-limit -r
complete -c quire -n '__quire_in doe probability' -l tries -r
complete -c quire -n '__quire_in doe probability' -l grace -r
complete -c quire -n '__quire_in doe probability' -l quiet
complete -c quire -n '__quire_in doe probability' -l help
complete -c quire -n '__quire_in doe windows' -l directory -r
complete -c quire -n '__quire_in doe windows' -l rate -r
complete -c quire -n '__quire_in doe windows' -l confidence -r
complete -c quire -n '__quire_in doe windows' -l response -r
complete -c quire -n '__quire_in doe windows' -l format -r
complete -c quire -n '__quire_in doe windows' -l quiet
complete -c quire -n '__quire_in doe windows' -l help
complete -c quire -n '__quire_in doe submit' -l directory -r
complete -c quire -n '__quire_in doe submit' -l slurm
complete -c quire -n '__quire_in doe submit' -l hosts -r
complete -c quire -n '__quire_in doe submit' -l ssh -r
complete -c quire -n '__quire_in doe submit' -l tasks -r
complete -c quire -n '__quire_in doe submit' -l job-name -r
complete -c quire -n '__quire_in doe submit' -l missing
complete -c quire -n '__quire_in doe submit' -l dry-run
complete -c quire -n '__quire_in doe submit' -l sbatch -r
complete -c quire -n '__quire_in doe submit' -l workers -r
complete -c quire -n '__quire_in doe submit' -l time-limit -r
complete -c quire -n '__quire_in doe submit' -l quiet
complete -c quire -n '__quire_in doe submit' -l help
