# The processor that the image's search core is compiled for; sourced by the build and at the start.
#
# Numba compiles for the exact processor it runs on, and recompiles on any other. The image targets every processor of the
# last ten years or so instead: x86-64-v3, and 64-bit ARM.

case "$(uname -m)" in
x86_64)
    fits=yes
    for feature in avx2 bmi1 bmi2 fma abm movbe popcnt f16c; do
        grep -m1 '^flags' /proc/cpuinfo | grep -qw "$feature" || fits=no
    done
    cpu=x86-64-v3
    features=+avx2,+bmi,+bmi2,+fma,+lzcnt,+movbe,+popcnt,+f16c
    ;;
aarch64)
    fits=yes
    cpu=generic
    features=+neon
    ;;
*)
    fits=no
    ;;
esac

if [ "$fits" = yes ]; then
    export NUMBA_CPU_NAME="$cpu" NUMBA_CPU_FEATURES="$features"
fi
